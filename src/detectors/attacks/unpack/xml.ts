import { decodeEntities } from '../views/views-of.ts';
import type { InnerText } from './inner-text.ts';
import { XmlWalker } from './xml-walker.ts';

const DOCUMENT = /^\s*<(?:\?xml|[A-Za-z][\w.-]*:[\w.-]+[\s>]|!DOCTYPE\s+[\w:.-]+\s*(?:\[|SYSTEM))/;
/** What browsers run in documents of any kind. */
const SCRIPT = /<(?:[\w.-]{1,40}:)?script[\s/>]|[\s/]on[a-z]+\s*=|javascript:/i;

/** Whether a text looks like an XML document and not like a piece of HTML. */
export const isXml = (text: string): boolean => DOCUMENT.test(text);

/** Whether a document must be read as HTML as well. */
export const hasScript = (text: string): boolean => SCRIPT.test(text);

/** The texts and attributes of an XML document; undefined if it is none, or too large to be taken apart. */
export function unpackXml(text: string): readonly InnerText[] | undefined {
  return isXml(text) ? xmlTexts(text) : undefined;
}

/** Documents are read leniently: malformed ones have texts too. */
export function xmlTexts(text: string): readonly InnerText[] | undefined {
  return new XmlWalker(text, decodeEntities).walk();
}
