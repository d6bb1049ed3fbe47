import { hashText } from '../../kernel/hash-text.ts';

/**
 * The entry that a key belongs to, by weighted rendezvous hashing: all processes get the same result without
 * communication, and if an entry is removed, only its own keys move.
 */
export function byHash<T extends { readonly hashSeed: number }>(
  key: string,
  entries: readonly T[],
  weightOf: (entry: T) => number,
): T | undefined {
  let best: T | undefined;
  let bestScore = Number.NEGATIVE_INFINITY;
  for (const entry of entries) {
    const share = (hashText(key, entry.hashSeed) + 1) / (2 ** 32 + 1);
    const score = weightOf(entry) / -Math.log(share);
    if (score > bestScore) {
      best = entry;
      bestScore = score;
    }
  }
  return best;
}

/** A random entry, in proportion to the weights; with equal chances if all weights are 0. */
export function byWeight<T>(
  entries: readonly T[],
  weightOf: (entry: T) => number,
  random: () => number,
): T | undefined {
  if (entries.length < 2) return entries[0];
  let total = 0;
  for (const entry of entries) total += weightOf(entry);
  if (total === 0) return entries[Math.floor(random() * entries.length)];
  let rest = random() * total;
  for (const entry of entries) {
    rest -= weightOf(entry);
    if (rest < 0) return entry;
  }
  // Because of rounding errors, the loop may end without a choice; then the last entry with a weight is chosen.
  return entries.findLast((entry) => weightOf(entry) > 0);
}
