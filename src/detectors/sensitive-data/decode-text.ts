import { isAscii } from 'node:buffer';
import { type TextType, textTypeOf } from './text-type.ts';

/** Bytes in which HTML and XML may declare their charset. */
const SNIFFED = 1024;

const declarations: Readonly<Partial<Record<TextType['kind'], RegExp>>> = {
  html: /<meta[^>]{0,200}charset\s*=\s*["']?\s*([a-z0-9_:.-]{2,40})/i,
  xml: /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([a-z0-9_:.-]{2,40})["']/i,
};

const byteOrderMarks: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * The text of a body; undefined if its type is not a text type. A byte order mark takes precedence over the charset
 * of the type, and that over the charset that the document declares. Without any of them, and for unknown charsets,
 * the text is UTF-8 if it is valid UTF-8, else Latin-1. A truncated character at the end is not an error.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string | undefined {
  const type = textTypeOf(contentType);
  if (!type) return undefined;
  return plainText(bytes, type) ?? decoderFor(bytes, type).decode(bytes);
}

/** Charsets in which ASCII bytes are ASCII characters. In some others they are not. */
const PLAIN = /^(?:utf-?8|us-ascii|ascii|latin1|iso-8859-\d+|windows-125\d)$/;

/** Reads ASCII, which most text is, without a decoder. Undefined for other text. */
function plainText(bytes: Uint8Array, { kind, charset }: TextType): string | undefined {
  if (!isAscii(bytes)) return undefined;
  const declared = charset ?? declaredIn(bytes, kind);
  if (declared !== undefined && !PLAIN.test(declared)) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** The decoder for text that begins with these bytes. */
export function decoderFor(bytes: Uint8Array, { kind, charset }: TextType): TextDecoder {
  const marked = byteOrderMarks.find(([mark]) =>
    mark.every((byte, index) => bytes[index] === byte),
  )?.[1];
  const declared = marked ?? charset ?? declaredIn(bytes, kind);
  if (declared !== undefined) return decoderNamed(declared);
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'latin1');
}

function declaredIn(bytes: Uint8Array, kind: TextType['kind']): string | undefined {
  const pattern = declarations[kind];
  if (pattern === undefined) return undefined;
  const { buffer, byteOffset, length } = bytes;
  const head = Buffer.from(buffer, byteOffset, Math.min(length, SNIFFED)).toString('latin1');
  const label = pattern.exec(head)?.[1]?.toLowerCase();
  // A document whose declaration is readable as ASCII is not UTF-16, whatever it declares.
  return label?.startsWith('utf-16') ? 'utf-8' : label;
}

function decoderNamed(label: string): TextDecoder {
  try {
    return new TextDecoder(label);
  } catch {
    return new TextDecoder('latin1');
  }
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    // In stream mode a truncated character at the end is not an error.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
