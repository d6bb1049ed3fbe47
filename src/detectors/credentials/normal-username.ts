import { isUtf8 } from 'node:buffer';

/**
 * Normalises user names for comparison: without surrounding white space, in lower case. People and leaks vary in
 * both, and no site distinguishes users by them. Passwords are never changed.
 *
 * Input and output are byte strings. If the input is not UTF-8, only ASCII letters and spaces are normalised.
 */
export function normalUsername(bytes: string): string {
  if (NORMAL.test(bytes)) return bytes;
  if (ASCII.test(bytes)) return bytes.trim().toLowerCase();
  const buffer = Buffer.from(bytes, 'latin1');
  if (!isUtf8(buffer)) return trimAscii(bytes).replace(/[A-Z]+/g, (part) => part.toLowerCase());
  return Buffer.from(buffer.toString('utf8').trim().toLowerCase(), 'utf8').toString('latin1');
}

/** Matches user names that need no change, which are most. */
const NORMAL = /^[!-@[-~]*$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
export const ASCII = /^[\x00-\x7f]*$/;

/**
 * Removes surrounding ASCII white space. A regular expression would take quadratic time on long runs of white
 * space.
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
 * The same from buffer to buffer without a string in between, which makes imports fast. Returns the number of bytes
 * written; lower case can be longer than the input, by half at most.
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
