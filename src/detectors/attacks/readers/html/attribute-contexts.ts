import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { activeStyle } from './active-style.ts';
import { activeUrl } from './active-url.ts';
import { isHandler, isHostile, judgeHandler } from './handler-attributes.ts';
import { type Attribute, type Attributes, readAttributes } from './html-attributes.ts';
import { isSpace } from './html-characters.ts';
import { type MarkupReport, weaker } from './markup-report.ts';

/** Without one of these, a tag that the value stands in gets nothing active. */
const ACTIVE = /(?:\bon[a-z]{3,30}|\bstyle|href|src|action)[^\w"'>=-]{0,9}=/i;

/**
 * Reads what follows as attributes of a tag of the page: behind the first quote of a kind, which ends an attribute, behind
 * the first space, which ends one without quotes, and at the beginning of the value. Quotes behind the first tag of the
 * value belong to the value.
 */
export function readAttributeContexts(text: string, firstTag: number, markup: MarkupReport): void {
  const limit = firstTag === -1 ? text.length : firstTag;
  if (!ACTIVE.test(text)) return;
  for (const quote of ['"', "'", '`']) {
    const at = text.indexOf(quote);
    if (at !== -1 && at < limit) readContext(text, at, at + 1, 'clear', markup);
  }
  if (/^[\s/]*(?:on[a-z]{3,30}|style)\s*=/i.test(text.slice(0, 64))) {
    readContext(text, 0, 0, 'clear', markup);
    return;
  }
  const space = firstSpace(text);
  if (space < limit && markup.isPlain) readContext(text, space, space, 'likely', markup);
}

function firstSpace(text: string): number {
  let at = 0;
  while (at < text.length && !isSpace(text.charCodeAt(at))) at += 1;
  return at;
}

function readContext(
  text: string,
  start: number,
  from: number,
  ceiling: Strength,
  markup: MarkupReport,
) {
  if (!markup.context.budget.take(text.length - from)) return;
  const attributes = readAttributes(text, from);
  for (const attribute of attributes.list) {
    if (isBehindJunk(attribute, attributes)) return;
    const before = markup.active;
    judgeAttribute(attribute, ceiling, markup);
    if (markup.active > before) {
      markup.report('html-attribute-breakout', ceiling, start, attribute.end);
    }
  }
}

/** Text before the attribute that cannot be an attribute name, as in `"bold" text`, shows that the value is not part of a tag. */
const isBehindJunk = ({ start }: Attribute, { junkAt }: Attributes): boolean =>
  junkAt !== -1 && junkAt < start;

function judgeAttribute(attribute: Attribute, ceiling: Strength, markup: MarkupReport): void {
  const { report } = markup;
  const { name, value, start, end } = attribute;
  if (isHandler(attribute)) {
    // Behind a mere space, pieces of markup look the same.
    if (ceiling === 'clear' || isHostile(attribute)) judgeHandler(attribute, ceiling, markup);
  } else if (name === 'style') {
    const strength = activeStyle(value, true);
    if (strength !== undefined) report('html-active-style', weaker(strength, ceiling), start, end);
  } else if (/(?:href|src|action)$/.test(name)) {
    const url = activeUrl(value);
    if (url !== undefined) report('html-script-url', weaker(url.strength, ceiling), start, end);
  }
}
