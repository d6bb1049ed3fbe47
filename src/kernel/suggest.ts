/** The name that was probably meant: the one with the smallest edit distance, if that is small enough. */
export function suggest(name: string, candidates: Iterable<string>): string | undefined {
  const lower = name.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.min(4, Math.floor(name.length / 3)) + 1;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance >= bestDistance) continue;
    best = candidate;
    bestDistance = distance;
  }
  return best;
}

/** Damerau-Levenshtein distance: insertions, deletions, replacements and transpositions count as one. */
function editDistance(left: string, right: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      const replace = (last[column - 1] ?? 0) + (same ? 0 : 1);
      const remove = (last[column] ?? 0) + 1;
      const insert = (current[column - 1] ?? 0) + 1;
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const swap = swapped ? (beforeLast[column - 2] ?? 0) + 1 : replace;
      current.push(Math.min(replace, remove, insert, swap));
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? 0;
}
