import type { Strength } from '../../../../catalogs/attacks/strength.ts';
import { reportEffects } from '../javascript/report-effects.ts';
import { activeUrl } from './active-url.ts';
import type { Attribute } from './html-attributes.ts';
import type { Tag } from './html-tags.ts';
import { type MarkupReport, weaker } from './markup-report.ts';

/** Attributes that hold text or names rather than addresses. */
const TEXTS: ReadonlySet<string> = new Set(
  'class id name title alt placeholder style srcdoc label summary type'.split(' '),
);
/** Attributes with several addresses, or an address after something else. */
const LISTS: ReadonlySet<string> = new Set(['values', 'content', 'srcset', 'archive']);
const MAX_PIECES = 20;

/** Reports addresses that run code or bring their own document. */
export function judgeUrl(
  tag: Tag,
  attribute: Attribute,
  ceiling: Strength,
  report: MarkupReport['report'],
): void {
  const { name, value, start, end } = attribute;
  if (TEXTS.has(name)) return;
  const pieces = LISTS.has(name) ? value.split(/[;,=]/, MAX_PIECES) : [value];
  for (const piece of pieces) {
    const url = activeUrl(piece, tag.name) ?? joinedUrl(name, value, piece, tag);
    if (url === undefined) continue;
    const strength = weaker(name === 'value' ? 'likely' : url.strength, ceiling);
    report('html-script-url', strength, start, end);
    if (url.isDisguised) report('html-disguise', weaker('likely', strength), start, end);
    if (url.reading) reportEffects(url.reading.effects, { start, end }, () => strength, report);
  }
}

/** `data:` addresses contain the separators of lists. */
function joinedUrl(name: string, value: string, piece: string, tag: Tag) {
  if (!LISTS.has(name) || !/^\s*["']?\s*data:/i.test(piece)) return undefined;
  return activeUrl(value.slice(value.indexOf(piece)).replace(/^\s*["']/, ''), tag.name);
}
