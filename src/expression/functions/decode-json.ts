import { fromByteString } from '../byte-string.ts';

type Encoding = 'utf8' | 'utf16le' | 'utf16be' | 'utf32le' | 'utf32be';

/**
 * A JSON text begins with ASCII, so the zeros among its first four bytes identify its encoding (RFC
 * 4627, section 3); many servers still accept these encodings. The longer byte order marks come first.
 */
const SIGNATURES: readonly (readonly [RegExp, Encoding])[] = [
  // biome-ignore-start lint/suspicious/noControlCharactersInRegex: zeros are searched for
  [/^(?:\xff\xfe|[^\0]\0)\0\0/, 'utf32le'],
  [/^\0\0(?:\xfe\xff|\0[^\0])/, 'utf32be'],
  [/^(?:\xff\xfe|[^\0]\0)/, 'utf16le'],
  [/^(?:\xfe\xff|\0[^\0])/, 'utf16be'],
  // biome-ignore-end lint/suspicious/noControlCharactersInRegex: zeros are searched for
];

/** Decodes the bytes of a JSON text, without a byte order mark. */
export function decodeJson(bytes: string): string {
  const encoding = SIGNATURES.find(([signature]) => signature.test(bytes))?.[1] ?? 'utf8';
  const text = decoders[encoding](bytes);
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

const decoders: Readonly<Record<Encoding, (bytes: string) => string>> = {
  utf8: fromByteString,
  utf16le: (bytes) => wholeUnits(bytes, 2).toString('utf16le'),
  utf16be: (bytes) => wholeUnits(bytes, 2).swap16().toString('utf16le'),
  utf32le: (bytes) => fromUtf32(wholeUnits(bytes, 4)),
  utf32be: (bytes) => fromUtf32(wholeUnits(bytes, 4).swap32()),
};

/** Drops an incomplete code unit at the end. */
function wholeUnits(bytes: string, size: number): Buffer {
  return Buffer.from(bytes.slice(0, bytes.length - (bytes.length % size)), 'latin1');
}

function fromUtf32(units: Buffer): string {
  let text = '';
  for (let at = 0; at < units.length; at += 4) {
    const point = units.readUInt32LE(at);
    text += point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
  }
  return text;
}
