/** Chance that a bad one scores lower than a good one; the same score counts half. */
export function rocArea(bad: readonly number[], good: readonly number[]): number {
  let wins = 0;
  for (const low of bad) {
    for (const high of good) wins += low < high ? 1 : low === high ? 0.5 : 0;
  }
  return wins / (bad.length * good.length);
}
