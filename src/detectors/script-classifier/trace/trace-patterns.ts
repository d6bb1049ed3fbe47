import type { TraceBudget } from './trace-budget.ts';
import type { TracePattern } from './trace-values.ts';

/** Texts that a pattern with a repetition is run on: it may take quadratic time. */
const MAX_REPEATED = 60_000;
const MAX_PATTERN = 400;

/**
 * Compiles a pattern that takes at most quadratic time, and counts that time; undefined for others. Such a pattern has
 * one repetition of a single character and no reference.
 */
export function quickPattern(
  budget: TraceBudget,
  { pattern, flags }: TracePattern,
  text: string,
): RegExp | undefined {
  if (pattern.length > MAX_PATTERN) return undefined;
  // Escapes and classes count as one character.
  const plain = pattern
    .replaceAll(/\\(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[^])/gi, (it) => (/\\\d/.test(it) ? '\\1' : 'a'))
    .replaceAll(/\[[^\]]*\]/g, 'a');
  if (plain.includes('\\1') || /\)[*+?{]|\(\?/.test(plain)) return undefined;
  const repeats = plain.match(/[*+]|\{\d*,\d*\}/g)?.length ?? 0;
  if (repeats > 1) return undefined;
  if (repeats === 1) {
    if (text.length > MAX_REPEATED) return undefined;
    budget.characters(Math.ceil(text.length ** 2 / 200));
  }
  budget.characters(text.length * (1 + (plain.match(/[|?]/g)?.length ?? 0)));
  try {
    return new RegExp(pattern, flags.replaceAll(/[^gimsuy]/g, ''));
  } catch {
    return undefined;
  }
}
