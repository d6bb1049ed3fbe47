import type { Boundary } from '../../catalogs/managed-rulesets/boundary.ts';

/**
 * Whether a candidate is not part of a longer word or number. Patterns do not check this: RE2 has no look-around, and
 * consuming the neighbours would hide the next candidate of a list. Only ASCII letters count, because some scripts
 * have no spaces between words and numbers.
 */
export function standsAlone(text: string, start: number, end: number, boundary: Boundary): boolean {
  if (boundary === 'none') return true;
  if (isWordAt(text, start - 1) && !endsEscape(text, start)) return false;
  if (isWordAt(text, end)) return false;
  return boundary === 'word' ? text[end] !== '-' : !continuesNumber(text, start, end);
}

/** NaN outside of the text; every comparison with it is false. */
export function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return isDigit(code) || isLetter(code) || code === 0x5f;
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39;

const isLetter = (code: number): boolean => (code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a;

/** `\n` in JSON and `%3D` in URLs end with a letter that is not part of a word. */
function endsEscape(text: string, start: number): boolean {
  return /(?:\\[nrtbf]|%[0-9A-Fa-f]{2})$/.test(text.slice(Math.max(0, start - 3), start));
}

/** Decimals and longer groups of digits: `0.123`, `-.123`, `1234-123`. A comma separates values of a list, a full stop follows a word. */
function continuesNumber(text: string, start: number, end: number): boolean {
  const before = text[start - 1];
  const after = text[end];
  return (
    (before === '.' && !isLetter(text.charCodeAt(start - 2))) ||
    (before === '-' && isDigit(text.charCodeAt(start - 2))) ||
    (after === '.' && isDigit(text.charCodeAt(end + 1))) ||
    (after === '-' && isWordAt(text, end + 1))
  );
}
