import { isAscii } from 'node:buffer';
import { type TextType, textTypeOf } from './text-type.ts';

/** Where HTML and XML declare their charset, if they do. */
const SNIFFED = 1024;

const declarations: Readonly<Partial<Record<TextType['kind'], RegExp>>> = {
  html: /<meta[^>]{0,200}charset\s*=\s*["']?\s*([a-z0-9_:.-]{2,40})/i,
  xml: /^\s*<\?xml[^>]{0,100}encoding\s*=\s*["']([a-z0-9_:.-]{2,40})["']/i,
};

const marks: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
];

/**
 * The text of a body, or undefined when its type is none of text. A byte order mark wins over what the
 * type declares, that over what the document declares. Without any of them it is UTF-8 when it can be,
 * and otherwise Latin-1, as for charsets that nobody knows. Bytes cut off in the midst are no problem.
 */
export function decodeText(bytes: Uint8Array, contentType: string): string | undefined {
  const type = textTypeOf(contentType);
  if (!type) return undefined;
  return plainText(bytes, type) ?? decoderFor(bytes, type).decode(bytes);
}

/** In these ASCII is ASCII. There are others that use the same bytes for something else. */
const PLAIN = /^(?:utf-?8|us-ascii|ascii|latin1|iso-8859-\d+|windows-125\d)$/;

/** Most text is ASCII, which needs no decoder. Undefined for other. */
function plainText(bytes: Uint8Array, { kind, charset }: TextType): string | undefined {
  if (!isAscii(bytes)) return undefined;
  const declared = charset ?? declaredIn(bytes, kind);
  if (declared !== undefined && !PLAIN.test(declared)) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}

/** The decoder to use for text that begins with these bytes. */
export function decoderFor(bytes: Uint8Array, { kind, charset }: TextType): TextDecoder {
  const marked = marks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1];
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
  // A document that could be read as ASCII this far is not in UTF-16, whatever it says.
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
    // As a stream, so that a character cut off at the end is no mistake.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
