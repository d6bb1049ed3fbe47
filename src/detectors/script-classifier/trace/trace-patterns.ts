import type { TraceBudget } from './trace-budget.ts';
import type { TracePattern } from './trace-values.ts';

/** Characters that one use of a pattern may visit. */
const MAX_COST = 20_000_000;
const MAX_PATTERN = 400;

/** Where a match may start: the occurrences of the first characters of the pattern, or everywhere. */
function startsOf(plain: string, text: string): number {
  const [prefix = ''] = /^[\w#<>=" -]{3,}(?=.)(?![*+?{])/.exec(plain) ?? [];
  const literal = prefix.slice(0, -1).toLowerCase();
  if (literal.length < 3 || plain.includes('|')) return text.length;
  return text.toLowerCase().split(literal).length - 1;
}

function longestLine(text: string): number {
  let longest = 0;
  for (const line of text.split('\n')) longest = Math.max(longest, line.length);
  return longest;
}

/** Ways to match the same text: each alternative in a group, and each optional character, has others behind it. */
function waysOf(plain: string): number {
  let ways = 2 ** (plain.match(/(?<![*+}])\?/g)?.length ?? 0);
  const count = (_: string, inside: string): string => {
    ways *= inside.split('|').length;
    return 'a';
  };
  for (let before = '', rest = plain; rest !== before && ways < MAX_COST; ) {
    before = rest;
    rest = rest.replaceAll(/\(([^()]*)\)/g, count);
  }
  return ways;
}

/** Characters of repetitions with a fixed count. */
function countedIn(plain: string): number {
  let sum = 0;
  for (const [, count] of plain.matchAll(/\{(\d+)\}/g)) sum += Number(count);
  return sum;
}

/**
 * Compiles a pattern that takes a limited time, and counts that time; undefined for others. Such a pattern has at most
 * two repetitions, of single characters, and no reference.
 */
export function quickPattern(
  budget: TraceBudget,
  { pattern, flags }: TracePattern,
  text: string,
): RegExp | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  budget.characters(text.length);
  // Escapes and classes count as one character.
  const plain = pattern
    .replaceAll(/\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[\s\S])/gi, (it) => (/\\\d/.test(it) ? '\\1' : 'a'))
    .replaceAll(/\[[^\]]*\]/g, 'a');
  if (plain.includes('\\1') || /\)[*+?{]|\(\?/.test(plain)) return undefined;
  const repeats = plain.match(/[*+]|\{\d*,\d*\}/g)?.length ?? 0;
  if (repeats > 2) return undefined;
  const tries = waysOf(plain) * (1 + countedIn(plain) / 20);
  if (text.length * tries > MAX_COST) return undefined;
  // A repetition at the end takes what it finds; one before something else is tried again at each place.
  const isLast = repeats === 1 && /^[^|]*[*+]$/.test(plain);
  if (repeats > 0 && !isLast) {
    const starts = startsOf(plain, text);
    const length = plain.includes('.') && !flags.includes('s') ? longestLine(text) : text.length;
    const cost = (starts * length ** repeats * tries) / 20;
    if (cost > MAX_COST) return undefined;
    budget.characters(Math.ceil(cost));
  }
  const alternatives = plain.match(/[|?]/g)?.length ?? 0;
  budget.characters(Math.ceil(text.length * Math.max(alternatives, tries - 1)));
  try {
    return new RegExp(pattern, flags.replaceAll(/[^gimsuy]/g, ''));
  } catch {
    return undefined;
  }
}
