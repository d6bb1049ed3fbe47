/** A body of two or four bytes per character begins with a byte order mark, or with a sign of ASCII. */
const START = /^(?:[[{"<]|[ \t\r\n]+[[{"<])/;
const SAMPLE = 16;

/**
 * The text of a document in UTF-16 or UTF-32 whose type names no charset, in UTF-8 as a byte string. Parsers of JSON and
 * XML recognise these encodings by their first bytes. Undefined for all other bodies.
 */
export function unmarkedText(bytes: Buffer): string | undefined {
  for (const { width, decode } of encodings) {
    // A body that was cut may end within a character.
    const whole = bytes.subarray(0, bytes.length - (bytes.length % width));
    if (!START.test(withoutMark(decode(whole.subarray(0, SAMPLE))))) continue;
    return Buffer.from(withoutMark(decode(whole))).toString('latin1');
  }
  return undefined;
}

const withoutMark = (text: string): string => text.replace(/^\ufeff/, '');

interface Encoding {
  readonly width: number;
  readonly decode: (bytes: Buffer) => string;
}

const encodings: readonly Encoding[] = [
  { width: 4, decode: (bytes) => utf32(bytes, bytes.readUInt32LE) },
  { width: 4, decode: (bytes) => utf32(bytes, bytes.readUInt32BE) },
  { width: 2, decode: (bytes) => bytes.toString('utf16le') },
  { width: 2, decode: (bytes) => Buffer.from(bytes).swap16().toString('utf16le') },
];

function utf32(bytes: Buffer, read: (this: Buffer, at: number) => number): string {
  const characters: string[] = [];
  for (let at = 0; at < bytes.length; at += 4) {
    const code = read.call(bytes, at);
    characters.push(code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code));
  }
  return characters.join('');
}
