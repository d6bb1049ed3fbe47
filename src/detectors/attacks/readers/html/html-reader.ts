import type { AttackReader, ReadContext } from '../../attack-reader.ts';
import { jsonTexts } from '../../unpack/json.ts';
import { activeUrl } from './active-url.ts';
import { readAttributeContexts } from './attribute-contexts.ts';
import { MarkupReport } from './markup-report.ts';
import { MarkupScan } from './markup-scan.ts';

/** Reads a value as HTML: as contents of an element, and as attributes of a tag that the value would stand in. */
export const htmlReader: AttackReader = {
  name: 'html',
  triggers: [
    { words: ['<'] },
    { words: [' on', '"on', "'on", '`on', '/on', '\ton', '\non', 'style'], with: '=' },
    { words: ['script:', 'data:'], with: '<(="\'' },
  ],
  readsDocuments: true,
  read(text, context) {
    // The texts of JSON documents are values of their own, without the escapes.
    if (/^\s*[[{]/.test(text) && jsonTexts(text) !== undefined) return;
    const markup = new MarkupReport(text, context);
    const scan = new MarkupScan(text, markup, { ceiling: 'clear', depth: 0 });
    scan.run();
    readAttributeContexts(text, scan.firstTag, markup);
    if (markup.all > 0) reportBreakout(text, scan);
    readDangling(text, scan);
    readMarkdownLinks(text, markup);
    readDataUrl(text, context);
  },
};

/** Active markup behind the end of an attribute, a comment or an element that the page has opened. */
function reportBreakout(text: string, { strayEnd, firstTag, leaves, markup }: MarkupScan): void {
  if (strayEnd !== -1 && strayEnd < firstTag && !isQuotation(text, strayEnd, markup)) {
    const before = text.slice(0, strayEnd).trimEnd();
    const isQuoted = /["'`]\/?$/.test(before);
    // Behind the end of an attribute, an element is active even if what it does is not known.
    const strength = markup.active > 0 && isQuoted ? 'clear' : 'likely';
    if (markup.active > 0 || isQuoted) {
      const shown = markup.isInCode(firstTag) ? 'weak' : strength;
      markup.report('html-attribute-breakout', shown, 0, firstTag);
    }
  }
  if (leaves !== -1 && markup.active > 0)
    markup.report('html-element-breakout', 'clear', leaves, leaves + 16);
}

/** An address of another host whose quote stays open at the end of the text takes the page up to its next quote along. */
const DANGLING =
  /<(?:img|iframe|link|base|input|button|form|body|video|audio|source|embed|object)\s[^<>]{0,80}(?:src|href|action|formaction|background|poster|data|target)\s*=\s*(['"])(?:https?:)?\/\/(?:(?!\1)[^<>]){0,300}$/i;

function readDangling(text: string, { markup }: MarkupScan): void {
  if (markup.expectsMarkup || !markup.isPlain) return;
  const start = Math.max(0, text.length - 500);
  const found = DANGLING.exec(text.slice(start));
  if (found) markup.report('html-page-control', 'likely', start + found.index, text.length);
}

/** The mark of a quotation in Markdown. */
const isQuotation = (text: string, at: number, { isPlain }: MarkupReport): boolean =>
  !isPlain && text.charAt(at - 1) === '\n' && text.charAt(at + 1) === ' ';

const MAX_LINKS = 1000;

/** `[text](javascript:…)` */
function readMarkdownLinks(text: string, markup: MarkupReport): void {
  let at = text.indexOf('](');
  for (let count = 0; at !== -1 && count < MAX_LINKS; count += 1) {
    const url = activeUrl(text.slice(at + 2, at + 500));
    if (url !== undefined) markup.report('html-script-url', url.strength, at, at + 100);
    at = text.indexOf('](', at + 2);
  }
}

/** A document as an address, for a value that becomes the target of a link or frame. */
function readDataUrl(text: string, { report }: ReadContext): void {
  if (!/^\s*data:/i.test(text)) return;
  const url = activeUrl(text);
  if (url !== undefined) report('html-script-url', url.strength, 0, Math.min(text.length, 100));
}
