import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { decodeEntities } from '../../views/views-of.ts';
import { readCode } from '../javascript/code-reading.ts';
import { CODE, STRONG } from '../javascript/javascript-effects.ts';
import { reportEffects } from '../javascript/report-effects.ts';
import type { Tag } from './html-tags.ts';
import { type MarkupReport, weaker } from './markup-report.ts';

/** Types whose contents are data: JSON-LD, templates, shaders. */
const CODE_TYPE =
  /^(?:$|module|javascript|vbs|jscript|.*\/.*(?:javascript|ecmascript|jscript|vbscript|livescript|scriptlet))/i;
/** Namespaces in which `script` runs in an XML document. */
const ACTIVE_NAMESPACE = /1999\/xhtml|2000\/svg/;

/** A relative address of a script. */
const OWN_FILE = /^(?:\.{0,2}\/)*[\w-][\w./-]*\.m?js(?:\?[\w=.&-]*)?$/;

/** Reports a script with code or an address. `content` is undefined if no end tag follows. */
export function judgeScript(
  tag: Tag,
  content: string,
  isClosed: boolean,
  ceiling: Strength,
  markup: MarkupReport,
): void {
  const type =
    tag.attributes.find(({ name }) => name === 'type' || name === 'language')?.value ?? '';
  if (!CODE_TYPE.test(type.trim())) return;
  const reading = readCode(content.includes('&') ? decodeEntities(content) : content);
  const isUnknown =
    markup.isXml && !tag.attributes.some(({ value }) => ACTIVE_NAMESPACE.test(value));
  const known =
    sourceStrength(tag, markup) ?? codeStrength(content, reading.effects, isClosed, markup);
  const strength = weaker(
    isUnknown && !isSvg(markup) ? 'weak' : (known ?? junkStrength(tag)),
    ceiling,
  );
  const { start, end } = tag;
  markup.report('html-script', strength, start, Math.min(end + content.length, end + 200));
  const isStrong = strength !== 'weak' && (reading.effects & STRONG) !== 0;
  reportEffects(reading.effects, tag, () => (isStrong ? strength : 'weak'), markup.report);
}

const isSvg = ({ context }: MarkupReport): boolean =>
  ACTIVE_NAMESPACE.test(context.value.text.slice(0, 2000));

function sourceStrength(tag: Tag, markup: MarkupReport): Strength | undefined {
  const source = tag.attributes.find(
    ({ name, value }) => /(?:^|:)(?:src|href)$/.test(name) && value !== '',
  );
  if (source === undefined) return undefined;
  // A page, or a piece of one, names the scripts of its own site.
  if (source.isQuoted && OWN_FILE.test(source.value))
    return markup.expectsMarkup || !markup.isPlain ? 'weak' : 'likely';
  // Rich texts contain embedded posts and videos that bring a script.
  const isEmbed = !markup.isPlain && source.isQuoted && /^(?:https?:)?\/\//i.test(source.value);
  return isEmbed ? 'likely' : 'clear';
}

function codeStrength(
  content: string,
  found: number,
  isClosed: boolean,
  markup: MarkupReport,
): Strength | undefined {
  if ((found & STRONG) !== 0) return isClosed || markup.isPlain ? 'clear' : 'likely';
  if ((found & CODE) !== 0) return isClosed && markup.isPlain ? 'clear' : 'likely';
  if (!isClosed || content === '') return undefined;
  // A word as a test whether the element arrives; text with spaces is a sentence about the element.
  return /^\S+$/.test(content) && markup.isPlain ? 'likely' : undefined;
}

const junkStrength = ({ attributes, junkAt, isClosed }: Tag): Strength =>
  isClosed && (attributes.length > 0 || junkAt !== -1) ? 'likely' : 'weak';
