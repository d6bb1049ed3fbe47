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
  // Escapes and classes count as one character.
  const plain = pattern
    .replaceAll(/\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[\s\S])/gi, (it) => (/\\\d/.test(it) ? '\\1' : 'a'))
    .replaceAll(/\[[^\]]*\]/g, 'a');
  if (plain.includes('\\1') || /\)[*+?{]|\(\?/.test(plain)) return undefined;
  const repeats = plain.match(/[*+]|\{\d*,\d*\}/g)?.length ?? 0;
  if (repeats > 2) return undefined;
  // A repetition at the end takes what it finds; one before something else is tried again at each place.
  const isLast = repeats === 1 && /^[^|]*[*+]$/.test(plain);
  if (repeats > 0 && !isLast) {
    const starts = startsOf(plain, text);
    const length = plain.includes('.') && !flags.includes('s') ? longestLine(text) : text.length;
    const cost = (starts * length ** repeats) / 20;
    if (cost > MAX_COST) return undefined;
    budget.characters(Math.ceil(cost));
  }
  budget.characters(text.length * (1 + (plain.match(/[|?]/g)?.length ?? 0)));
  try {
    return new RegExp(pattern, flags.replaceAll(/[^gimsuy]/g, ''));
  } catch {
    return undefined;
  }
}
