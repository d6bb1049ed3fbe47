import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { bindsData, elementRules, rendersData } from './element-rules.ts';
import { isDirective, isHandler, judgeDirective, judgeHandler } from './handler-attributes.ts';
import type { Attribute } from './html-attributes.ts';
import type { Tag } from './html-tags.ts';
import type { MarkupContext } from './markup-context.ts';
import { weaker } from './markup-report.ts';
import { judgeStyle } from './style-rules.ts';
import { judgeUrl } from './url-attributes.ts';

/** Reports what a tag does: by its attributes, and by the kind of element. */
export function judgeElement(written: Tag, ceiling: Strength, scan: MarkupContext): void {
  const { markup } = scan;
  const before = markup.active;
  const tag = scan.spanned(written);
  for (const attribute of tag.attributes) {
    const shown = scan.options.span ? { ...attribute, ...scan.options.span } : attribute;
    judgeAttribute(tag, shown, ceiling, scan);
  }
  if (!markup.isXml) {
    const isExpected = markup.expectsMarkup || markup.context.role === 'code';
    const finding = elementRules.get(tag.name)?.(tag, isExpected);
    if (finding) markup.report(finding.sign, weaker(finding.strength, ceiling), tag.start, tag.end);
    if (bindsData(tag)) {
      const strength = markup.expectsMarkup && !rendersData(tag) ? 'weak' : 'likely';
      markup.report('html-data-binding', weaker(strength, ceiling), tag.start, tag.end);
    }
  }
  const isDisguised = tag.isDisguised || tag.attributes.some((each) => each.isDisguised);
  if (isDisguised && markup.active > before) {
    markup.report('html-disguise', weaker('likely', ceiling), tag.start, tag.end);
  }
}

function judgeAttribute(
  tag: Tag,
  attribute: Attribute,
  ceiling: Strength,
  scan: MarkupContext,
): void {
  const { markup } = scan;
  const { name, value } = attribute;
  if (isHandler(attribute)) judgeHandler(attribute, ceiling, markup);
  else if (isDirective(attribute)) judgeDirective(attribute, ceiling, markup);
  else if (name === 'style') judgeStyle(value, attribute, ceiling, markup);
  else if (name === 'srcdoc') scan.nested(value, attribute, 'clear');
  else {
    judgeUrl(tag, attribute, ceiling, markup.report);
    const hidden = scan.nested(value, attribute, 'likely');
    if (hidden > 0) markup.report('html-hidden-markup', 'likely', attribute.start, attribute.end);
  }
}
