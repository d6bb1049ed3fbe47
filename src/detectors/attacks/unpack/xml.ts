import { decodeEntities } from '../views/views-of.ts';
import type { InnerText } from './inner-text.ts';

const DOCUMENT = /^\s*<(?:\?xml|[A-Za-z][\w.-]*:[\w.-]+[\s>]|!DOCTYPE\s+[\w:.-]+\s*(?:\[|SYSTEM))/;
const TOKEN =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>|<\/?([\w:.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*)>|([^<]+)/g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const MAX_TEXTS = 5000;

/** Whether a text looks like an XML document and not like a piece of HTML. */
export const isXml = (text: string): boolean => DOCUMENT.test(text);

/** The texts and attributes of an XML document. It is read leniently: malformed documents have texts too. */
export function unpackXml(text: string): readonly InnerText[] | undefined {
  return isXml(text) ? xmlTexts(text) : undefined;
}

export function xmlTexts(text: string): readonly InnerText[] {
  const texts: InnerText[] = [];
  let element = '';
  for (const [, cdata, name, attributes = '', content] of text.matchAll(TOKEN)) {
    if (texts.length >= MAX_TEXTS) break;
    if (cdata !== undefined) texts.push({ name: element, text: cdata });
    else if (content !== undefined) {
      if (content.trim() !== '') texts.push({ name: element, text: decodeEntities(content) });
    } else if (name !== undefined) {
      element = name;
      for (const [, attribute = '', double, single] of attributes.matchAll(ATTRIBUTE)) {
        texts.push({ name: `${name}.${attribute}`, text: decodeEntities(double ?? single ?? '') });
      }
    }
  }
  return texts;
}
