import { type CodeReading, readCode } from './code-reading.ts';
import { CODE, effects, STRONG } from './javascript-effects.ts';

export interface Breakout {
  /** Position of the character that ends the string, block or call. */
  readonly at: number;
  readonly reading: CodeReading;
  /** Whether it is `${` in a template literal rather than an end. */
  readonly isSubstitution: boolean;
}

/** With these an expression or statement can continue after a string. */
const CONTINUES = ';,+-*/%|&^?:)]}<>=.[\n\r';
/** These close what the page has opened, at the beginning of a value. */
const CLOSERS = ')]}';

/**
 * Code behind the first quote of a kind, where the string ends that the value would stand in, or behind brackets that
 * nothing in the value opens, or in a substitution of a template literal. A quote followed by words is no end: `it's`, `print('a')`.
 */
export function findBreakout(text: string): Breakout | undefined {
  const ends = ["'", '"', '`'].map((quote) => text.indexOf(quote)).filter((at) => at !== -1);
  const candidates = ends.filter((at) => continuesAfter(text, at + 1));
  const start = text.search(/\S/);
  if (start !== -1 && CLOSERS.includes(text.charAt(start))) candidates.push(start);
  const substitution = text.indexOf('${');
  if (substitution !== -1) candidates.push(substitution + 1);
  for (const at of candidates) {
    const reading = readCode(text, at + 1);
    const isSubstitution = substitution !== -1 && at === substitution + 1;
    if ((reading.effects & (STRONG | effects.markup | effects.navigate)) !== 0) {
      return { at, reading, isSubstitution };
    }
    if ((reading.effects & CODE) !== 0 && endsWithComment(text))
      return { at, reading, isSubstitution };
  }
  return undefined;
}

/** The rest of the line of the page is cut off, as an injection into code has to do. */
const endsWithComment = (text: string): boolean => /(?:\/\/|<!--)\s*$/.test(text.slice(-16));

const MAX_SPACE = 64;

function continuesAfter(text: string, from: number): boolean {
  let at = from;
  while (at < from + MAX_SPACE && (text.charCodeAt(at) === 0x20 || text.charCodeAt(at) === 9))
    at += 1;
  const next = text.charAt(at);
  if (next === '') return false;
  // Tags are no comparisons.
  if (/^(?:>\s*<|<[a-z/!?])/i.test(text.slice(at, at + 16))) return false;
  return CONTINUES.includes(next) || /^in(?:stanceof)?\b/.test(text.slice(at, at + 11));
}
