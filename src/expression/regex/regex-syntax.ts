/**
 * Patterns have the syntax of Rust's `regex` on bytes with Unicode off, and run on RE2, whose syntax is
 * similar but not equal. This translates one into the other, and refuses constructs whose meaning would silently
 * differ: Unicode classes and the flag `u`, the flag `x`, octal escapes, nested classes and class arithmetic.
 *
 * Remaining differences: RE2 repeats at most 1,000 times, treats a lone `{` as a literal, and under `(?i)`
 * a class with bytes from 0xC0 also contains their other case in Latin-1.
 */
export type Translation =
  | { readonly kind: 'pattern'; readonly pattern: string }
  | { readonly kind: 'problem'; readonly reason: string };

const SPACE = '\\t\\n\\v\\f\\r ';
const NOT_SPACE = '\\x00-\\x08\\x0e-\\x1f!-\\xff';
const FLAGS = /\(\?([A-Za-z-]+)([:)])/y;
const NAMED_CLASS = /\[:\^?[a-z]+:\]/y;
const HEX = /\\x(?:([0-9A-Fa-f]{2})|\{([0-9A-Fa-f]{1,6})\})/y;

class SyntaxProblem extends Error {}

/** Translates a pattern written as text. */
export function translatePattern(text: string): Translation {
  try {
    return { kind: 'pattern', pattern: translate(text) };
  } catch (error) {
    if (error instanceof SyntaxProblem) return { kind: 'problem', reason: error.message };
    throw error;
  }
}

function translate(text: string): string {
  let result = '';
  for (let at = 0; at < text.length; ) {
    const [piece, length] = outside(text, at);
    result += piece;
    at += length;
  }
  return result;
}

/** The translation of the construct at a position, and its length in the text. */
type Step = readonly [piece: string, length: number];

function outside(text: string, at: number): Step {
  const character = text.charAt(at);
  if (character === '\\') return escapeSequence(text, at, false);
  if (character === '[') return characterClass(text, at);
  if (character === '(') return group(text, at);
  const code = text.codePointAt(at) ?? 0;
  return code < 0x80 ? [character, 1] : [bytesGroup(code), code > 0xffff ? 2 : 1];
}

function group(text: string, at: number): Step {
  const match = matchAt(FLAGS, text, at);
  if (!match) return ['(', 1];
  const [whole, flags = '', end = ''] = match;
  const [on = '', off = ''] = flags.split('-');
  if (on.includes('u')) throw new SyntaxProblem('the Unicode flag u is not supported');
  if (/[xR]/.test(on)) throw new SyntaxProblem('the flags x and R are not supported');
  const rest = off.replace('u', '');
  const kept = on + (rest === '' ? '' : `-${rest}`);
  // RE2 has no repetition of flags, and would repeat what stands before them.
  if (end === ')' && /[*+?{]/.test(text.charAt(at + whole.length))) {
    throw new SyntaxProblem('missing argument to repetition operator after flags');
  }
  return [kept === '' && end === ')' ? '' : `(?${kept}${end}`, whole.length];
}

function characterClass(text: string, at: number): Step {
  const opening = /\[\^?\]?/y;
  let result = matchAt(opening, text, at)?.[0] ?? '[';
  let here = at + result.length;
  result = result.replace(']', '\\]');
  const first = here;
  let previous = '';
  while (here < text.length && text[here] !== ']') {
    // RE2 would read the bracket as the end of the range, so the class would end elsewhere than it appears to.
    if (text[here] === '[' && previous === '-' && here - 1 > first) {
      throw new SyntaxProblem('a range cannot end in a bracket or a class');
    }
    const [piece, length] = classItem(text, here);
    result += piece;
    here += length;
    previous = piece;
  }
  return [`${result}${text.charAt(here)}`, here + 1 - at];
}

function classItem(text: string, at: number): Step {
  const character = text.charAt(at);
  if (character === '\\') return escapeSequence(text, at, true);
  if (character === '[') {
    const named = matchAt(NAMED_CLASS, text, at)?.[0];
    if (named === undefined) throw new SyntaxProblem('nested character classes are not supported');
    return [named, named.length];
  }
  if (['&&', '--', '~~'].includes(text.slice(at, at + 2))) {
    throw new SyntaxProblem(`the class operator ${character}${character} is not supported`);
  }
  if (character > '\x7f') throw new SyntaxProblem('Unicode is not allowed in a class of bytes');
  return [character, 1];
}

function escapeSequence(text: string, at: number, inClass: boolean): Step {
  const character = text.charAt(at + 1);
  if (character === 's') return [inClass ? SPACE : `[${SPACE}]`, 2];
  if (character === 'S') return [inClass ? NOT_SPACE : `[${NOT_SPACE}]`, 2];
  if (character === 'x') return hexEscape(text, at, inClass);
  if (character === 'p' || character === 'P') {
    throw new SyntaxProblem('Unicode classes are not supported: patterns match bytes');
  }
  if (/[0-9]/.test(character)) {
    // RE2 reads octal escapes here, which Rust does not have.
    throw new SyntaxProblem(
      `unsupported escape sequence \\${character}: there are no back references, and bytes are written \\x00 to \\xff`,
    );
  }
  if (!inClass && (/[<>]/.test(character) || text.startsWith('b{', at + 1))) {
    throw new SyntaxProblem('start and end of a word cannot be distinguished: use \\b');
  }
  if (/[QEC]/.test(character) || character > '\x7f') {
    throw new SyntaxProblem(`unrecognized escape sequence \\${character}`);
  }
  return [`\\${character}`, 2];
}

function hexEscape(text: string, at: number, inClass: boolean): Step {
  const match = matchAt(HEX, text, at);
  if (!match) throw new SyntaxProblem('expected two hexadecimal digits or {…} after \\x');
  const [whole, two, braced] = match;
  const code = parseInt(two ?? braced ?? '', 16);
  if (code > 0xff) throw new SyntaxProblem(`${whole} is more than one byte`);
  if (inClass || code < 0x80) return [hex(code), whole.length];
  return [`(?-i:${hex(code)})`, whole.length];
}

/** The UTF-8 bytes of a character as one group, so that a repetition after it repeats all of them. */
function bytesGroup(code: number): string {
  return `(?-i:${[...Buffer.from(String.fromCodePoint(code))].map(hex).join('')})`;
}

function hex(byte: number): string {
  return `\\x${byte.toString(16).padStart(2, '0')}`;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
