import { maskOf } from '../character-groups.ts';
import type { InspectedValue } from '../inspected-request.ts';
import { unpackBase64 } from './base64.ts';
import { unpackCredentials } from './credentials.ts';
import type { InnerText } from './inner-text.ts';
import { unpackJson } from './json.ts';
import { unpackPath } from './path-segments.ts';
import { unpackQuery } from './query-string.ts';
import { unpackSerialized } from './serialized-php.ts';
import { hasScript, unpackXml, xmlTexts } from './xml.ts';

export interface UnpackedValue {
  readonly values: readonly InspectedValue[];
  /** Whether the value is a document whose texts are all among the values. Most readers then skip it as a whole. */
  readonly isDocument: boolean;
  /** Whether the texts look different in the value as a whole. */
  readonly isHidden: boolean;
}

interface Unpacker {
  readonly isDocument: (text: string) => boolean;
  readonly isHidden: boolean;
  readonly unpack: (text: string) => readonly InnerText[] | undefined;
}

const json: Unpacker = { isDocument: () => true, isHidden: true, unpack: unpackJson };
const quoted: Unpacker = { ...json, isDocument: () => false };
/** Documents with scripts are read as HTML too. */
const xml: Unpacker = {
  isDocument: (text) => !hasScript(text),
  isHidden: true,
  unpack: unpackXml,
};
/** A body that its type declares to be XML. */
const xmlBody: Unpacker = { ...xml, unpack: xmlTexts };
const serialized: Unpacker = { isDocument: () => false, isHidden: false, unpack: unpackSerialized };
const query: Unpacker = { isDocument: () => false, isHidden: false, unpack: unpackQuery };
const base64: Unpacker = { isDocument: () => false, isHidden: true, unpack: unpackBase64 };
const credentials: Unpacker = { ...base64, unpack: unpackCredentials };

/** By the first character. */
const byStart: ReadonlyMap<string, Unpacker> = new Map([
  ['{', json],
  ['[', json],
  // A quote is also what ends a string or an attribute of the page.
  ['"', quoted],
  ['<', xml],
  ['a', serialized],
  ['O', serialized],
  ['s', serialized],
]);

/** Shorter values contain no other values. */
const MIN_LENGTH = 8;
const EQUALS = maskOf('=');
const JOINS = maskOf('&') | maskOf('?');
/** Anything that neither base64 nor a JSON Web Token contains. */
const NOT_BASE64 = ~(
  maskOf('0') |
  maskOf('+') |
  maskOf('/') |
  maskOf('-') |
  maskOf('_') |
  EQUALS |
  maskOf('.')
);
const DATA_URL = maskOf(';') | maskOf(',');

/**
 * The values that a value contains in another format; undefined for nearly all values. `text` is decoded, `seen` are the
 * groups of characters in it.
 */
export function unpackValue(
  value: InspectedValue,
  text: string,
  seen: number,
): UnpackedValue | undefined {
  if (text.length < MIN_LENGTH) return undefined;
  const start = text.charAt(isBlank(text.charCodeAt(0)) ? text.search(/\S/) : 0);
  const first = start === '<' && isXmlBody(value) ? xmlBody : byStart.get(start);
  const isPath = value.place === 'path' && value.isName !== true && (value.depth ?? 0) === 0;
  const isJoined = (seen & EQUALS) !== 0 && (seen & JOINS) !== 0;
  const isEncoded = (seen & NOT_BASE64) === 0 || (seen & DATA_URL) === DATA_URL;
  return (
    (isPath && SPECIAL.test(text) ? unpacked(segmentsOf(value), value, text) : undefined) ??
    (first && unpacked(first, value, text)) ??
    (isJoined ? unpacked(query, value, text) : undefined) ??
    (isEncoded ? unpacked(isCredentials(value) ? credentials : base64, value, text) : undefined)
  );
}

/** The ASCII white space, and all other characters that may be white space. */
const isBlank = (code: number): boolean => code <= 0x20 || code >= 0x80;

function unpacked(
  { isDocument, isHidden, unpack }: Unpacker,
  value: InspectedValue,
  text: string,
): UnpackedValue | undefined {
  const texts = unpack(text);
  if (texts === undefined) return undefined;
  const values = texts.map((inner) => innerValue(value, inner));
  return { values, isDocument: isDocument(text), isHidden };
}

/** Signs that names in paths do not have. */
const SPECIAL = /[^\w./~-]/;

const segmentsOf = ({ text, encoding }: InspectedValue): Unpacker => ({
  isDocument: () => false,
  isHidden: false,
  unpack: () => unpackPath(text, encoding),
});

const isCredentials = ({ place, name, depth = 0 }: InspectedValue): boolean =>
  place === 'header' && name === 'authorization' && depth === 0;

const isXmlBody = ({ place, depth = 0 }: InspectedValue): boolean => place === 'xml' && depth < 0;

function innerValue(outer: InspectedValue, inner: InnerText): InspectedValue {
  const { name, text, isName = false, encoding = 'none' } = inner;
  return {
    place: outer.place,
    name: joined(outer.name, name),
    text,
    encoding,
    isName,
    depth: (outer.depth ?? 0) + 1,
  };
}

function joined(outer: string, inner: string): string {
  if (inner === '' || outer === '') return outer + inner;
  return `${outer}.${inner}`;
}
