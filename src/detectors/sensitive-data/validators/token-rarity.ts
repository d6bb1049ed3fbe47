import { pairCosts } from './pair-costs.ts';
import { PAIR_SYMBOLS, pairSymbols } from './pair-symbols.ts';

/** Characters at the end that are read: more hardly change the result, and tokens begin with words. */
const READ = 64;
/** Bits for which of the ten digits it is: the table has one symbol for all. */
const DIGIT_BITS = 1;

const costs = Float32Array.from(pairCosts.join(''), (digit) => Number.parseInt(digit, 36) / 2);

/**
 * Bits per character, by how rare its pairs are in the names of published software. Names and words have about four,
 * random text over five. A pair that occurs again counts nothing, so that repetitions are not rare.
 */
export function tokenRarity(text: string): number {
  const first = Math.max(0, text.length - READ);
  const seen = new Set<number>();
  let bits = 0;
  for (let at = first; at < text.length; at += 1) {
    const pair = (at === 0 ? 0 : text.charCodeAt(at - 1) << 16) | text.charCodeAt(at);
    if (!seen.has(pair)) bits += pairBits(text, at);
    seen.add(pair);
  }
  return text === '' ? 0 : bits / (text.length - first);
}

/** The bits of a character after the one before it. */
function pairBits(text: string, at: number): number {
  const symbols = pairSymbols(text.slice(Math.max(0, at - 1), at + 1));
  if (at > 0) symbols.shift();
  let bits = /[0-9]/.test(text[at] ?? '') ? DIGIT_BITS : 0;
  for (let index = 1; index < symbols.length; index += 1) {
    bits += costs[(symbols[index - 1] ?? 0) * PAIR_SYMBOLS + (symbols[index] ?? 0)] ?? 0;
  }
  return bits;
}
