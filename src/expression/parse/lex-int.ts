/** Integer literals and ranges of them. */
import type { Lexer } from './lexer.ts';

// Matches hexadecimal digits for every radix, so that an error covers the whole number.
const DIGITS = /[0-9a-fA-F]+/y;

const RADIX_DIGITS = { 8: /^[0-7]+$/, 10: /^[0-9]+$/, 16: /^[0-9a-fA-F]+$/ } as const;
const PREFIX = { 8: '0o', 10: '', 16: '0x' } as const;

const I64_MAX = 2n ** 63n - 1n;

/**
 * Reads a 64-bit signed integer: decimal, `0x` hexadecimal, or octal after a leading 0. Values of
 * requests are safe integers, so a literal beyond that range is clamped to the nearest number outside of it, which
 * compares the same.
 */
export function lexInt(lexer: Lexer): number {
  if (lexer.accept('0x')) return digits(lexer, 16, lexer.at, false);
  if (lexer.next === '0') return digits(lexer, 8, lexer.at, false);
  const start = lexer.at;
  return digits(lexer, 10, start, lexer.accept('-'));
}

function digits(lexer: Lexer, radix: 8 | 10 | 16, start: number, negative: boolean): number {
  const text = lexer.takeRun(DIGITS, 'digit');
  if (!RADIX_DIGITS[radix].test(text)) {
    return lexer.fail(start, lexer.at, parseIntReason('invalid digit found in string', radix));
  }
  if (text.length <= 12) return parseInt(text, radix) * (negative ? -1 : 1) + 0;
  const value = BigInt(PREFIX[radix] + text);
  if (value > I64_MAX + (negative ? 1n : 0n)) {
    const side = negative ? 'small' : 'large';
    lexer.fail(start, lexer.at, parseIntReason(`number too ${side} to fit in target type`, radix));
  }
  const nearest = Math.min(Number(value), Number.MAX_SAFE_INTEGER + 1);
  return negative ? -nearest : nearest;
}

export function parseIntReason(problem: string, radix: number): string {
  return `${problem} while parsing with radix ${radix}`;
}

/** `80` or `8000..8999`. */
export function lexIntRange(lexer: Lexer): { readonly low: number; readonly high: number } {
  const start = lexer.at;
  const low = lexInt(lexer);
  const high = lexer.accept('..') ? lexInt(lexer) : low;
  if (high < low) lexer.fail(start, lexer.at, 'incompatible range bounds');
  return { low, high };
}
