import { isUtf8 } from 'node:buffer';

/**
 * User names as they are compared: without surrounding white space, in lower case. People and leaks
 * spell them either way, and no site tells two users apart by it. Passwords are never changed.
 *
 * Takes and gives byte strings. What is not UTF-8 has only its ASCII letters and spaces treated.
 */
export function normalUsername(bytes: string): string {
  if (NORMAL.test(bytes)) return bytes;
  if (ASCII.test(bytes)) return bytes.trim().toLowerCase();
  const buffer = Buffer.from(bytes, 'latin1');
  if (!isUtf8(buffer)) return trimAscii(bytes).replace(/[A-Z]+/g, (part) => part.toLowerCase());
  return Buffer.from(buffer.toString('utf8').trim().toLowerCase(), 'utf8').toString('latin1');
}

/** Nothing to change, as in most user names. */
const NORMAL = /^[!-@[-~]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
export const ASCII = /^[\x00-\x7f]*$/;

/**
 * Without the white space of `String.prototype.trim` within ASCII; the rest of it begins with byte A0. A
 * pattern would look at long runs of it again and again.
 */
function trimAscii(bytes: string): string {
  let start = 0;
  let end = bytes.length;
  while (start < end && isSpace(bytes.charCodeAt(start))) start += 1;
  while (end > start && isSpace(bytes.charCodeAt(end - 1))) end -= 1;
  return bytes.slice(start, end);
}

const isSpace = (byte: number): boolean => byte === 32 || (byte >= 9 && byte <= 13);

/**
 * The same from buffer to buffer without a string in between, which makes imports fast. Gives the
 * number of bytes written; lower case can be longer than what it came from, by half at most.
 */
export function writeNormalUsername(
  source: Buffer,
  from: number,
  to: number,
  target: Buffer,
  at: number,
): number {
  let start = from;
  let end = to;
  while (start < end && isSpace(source[start] ?? 0)) start += 1;
  while (end > start && isSpace(source[end - 1] ?? 0)) end -= 1;
  for (let index = start; index < end; index++) {
    const byte = source[index] ?? 0;
    if (byte >= 0x80) {
      return target.write(normalUsername(source.toString('latin1', start, end)), at, 'latin1');
    }
    target[at + index - start] = byte >= 65 && byte <= 90 ? byte + 32 : byte;
  }
  return end - start;
}
