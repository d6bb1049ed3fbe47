/** String literals: quoted, raw, and hexadecimal bytes; and the quoted form that patterns use. */
import { toByteString } from '../byte-string.ts';
import { parseIntReason } from './lex-int.ts';
import type { Lexer } from './lexer.ts';

const MISSING_QUOTE = 'could not find an ending quote';
const MAX_HASHES = 255;
const SEPARATOR = /[:.-]/;
const HASHES = /#*/y;
// Everything up to the next special character inside quotes.
const PLAIN = /[^"\\]+/y;

/** Any string literal, as a byte string. */
export function lexBytes(lexer: Lexer): string {
  if (lexer.next === '"' || lexer.next === 'r') return lexQuotedOrRaw(lexer);
  return hexBytes(lexer);
}

export function lexQuotedOrRaw(lexer: Lexer): string {
  if (lexer.accept('"')) return quoted(lexer);
  if (lexer.accept('r')) return toByteString(raw(lexer));
  return lexer.failHere('expected " or r');
}

/**
 * A pattern, as text. In quotes only `\"` is unescaped; every other backslash belongs to the pattern,
 * and a quote inside a `[…]` class does not end the literal.
 */
export function lexPattern(lexer: Lexer): string {
  if (lexer.accept('r')) return raw(lexer);
  if (!lexer.accept('"')) lexer.failHere('expected " or r');
  const start = lexer.at;
  let text = '';
  let inClass = false;
  for (;;) {
    const character = lexer.next;
    if (character === '') lexer.fail(start, lexer.at, MISSING_QUOTE);
    lexer.at += 1;
    if (character === '"' && !inClass) return text;
    if (character === '\\') {
      const escaped = lexer.next;
      lexer.at += 1;
      text += escaped === '"' && !inClass ? '"' : `\\${escaped}`;
      continue;
    }
    if (character === '[') inClass = true;
    if (character === ']') inClass = false;
    text += character;
  }
}

function quoted(lexer: Lexer): string {
  const start = lexer.at;
  let bytes = '';
  for (;;) {
    PLAIN.lastIndex = lexer.at;
    const plain = PLAIN.exec(lexer.source)?.[0] ?? '';
    lexer.at += plain.length;
    bytes += toByteString(plain);
    if (lexer.accept('"')) return bytes;
    if (!lexer.accept('\\')) lexer.fail(start, lexer.at, MISSING_QUOTE);
    if (lexer.atEnd) lexer.fail(start, lexer.at, MISSING_QUOTE);
    bytes += escaped(lexer);
  }
}

function escaped(lexer: Lexer): string {
  const character = lexer.next;
  if (/[0-7]/.test(character)) return fixedByte(lexer, 3, 8);
  lexer.at += 1;
  if (character === '"' || character === '\\') return character;
  if (character === 'x') return fixedByte(lexer, 2, 16);
  return lexer.fail(lexer.at - 1, lexer.at, 'expected ", xHH or OOO after \\');
}

/** Exactly `length` digits as one byte. */
function fixedByte(lexer: Lexer, length: 2 | 3, radix: 8 | 16): string {
  const start = lexer.at;
  const text = lexer.source.slice(start, start + length);
  if (text.length < length) {
    lexer.failHere(`expected ${length} characters, but found ${text.length}`);
  }
  const end = start + length;
  if (!(radix === 16 ? /^[0-9a-fA-F]+$/ : /^[0-7]+$/).test(text)) {
    lexer.fail(start, end, parseIntReason('invalid digit found in string', radix));
  }
  const byte = parseInt(text, radix);
  if (byte > 255) {
    lexer.fail(start, end, parseIntReason('number too large to fit in target type', radix));
  }
  lexer.at = end;
  return String.fromCharCode(byte);
}

function hexBytes(lexer: Lexer): string {
  let bytes = fixedByte(lexer, 2, 16);
  if (!SEPARATOR.test(lexer.next)) lexer.failHere('expected byte separator');
  while (SEPARATOR.test(lexer.next)) {
    lexer.at += 1;
    bytes += fixedByte(lexer, 2, 16);
  }
  return bytes;
}

/** After the `r`: `"…"`, or with the same number of `#` on both sides. No escapes. */
function raw(lexer: Lexer): string {
  const start = lexer.at;
  HASHES.lastIndex = start;
  const hashes = HASHES.exec(lexer.source)?.[0] ?? '';
  if (hashes.length > MAX_HASHES) {
    lexer.fail(start, start + hashes.length, `expected at most ${MAX_HASHES} # in a raw string`);
  }
  lexer.at += hashes.length;
  if (!lexer.accept('"')) lexer.failHere('expected " or #');
  const end = lexer.source.indexOf(`"${hashes}`, lexer.at);
  if (end === -1) lexer.fail(start, lexer.source.length, MISSING_QUOTE);
  const text = lexer.source.slice(lexer.at, end);
  lexer.at = end + 1 + hashes.length;
  return text;
}
