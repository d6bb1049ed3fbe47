/** Sets of integers and ranges of them. */
export interface IntRange {
  readonly low: number;
  readonly high: number;
}

/** One or two ranges are compared directly; more are merged, sorted and found by binary search. */
export function compileIntSet(ranges: readonly IntRange[]): (value: number) => boolean {
  const merged = mergeRanges(ranges);
  const [first, second] = merged;
  if (!first) return () => false;
  if (!second) return inRange(first);
  if (merged.length === 2) {
    const { low, high } = first;
    const { low: low2, high: high2 } = second;
    return (value) => (value >= low && value <= high) || (value >= low2 && value <= high2);
  }
  if (merged.every(({ low, high }) => low === high)) {
    const singles = new Set(merged.map(({ low }) => low));
    return (value) => singles.has(value);
  }
  const lows = merged.map(({ low }) => low);
  const highs = merged.map(({ high }) => high);
  return (value) => inRanges(lows, highs, value);
}

function inRange({ low, high }: IntRange): (value: number) => boolean {
  return low === high ? (value) => value === low : (value) => value >= low && value <= high;
}

/** Sorted ranges that neither touch nor overlap. */
function mergeRanges(ranges: readonly IntRange[]): IntRange[] {
  const merged: IntRange[] = [];
  for (const range of ranges.toSorted((left, right) => left.low - right.low)) {
    const last = merged[merged.length - 1];
    if (!last || range.low > last.high + 1) merged.push(range);
    else merged[merged.length - 1] = { low: last.low, high: Math.max(last.high, range.high) };
  }
  return merged;
}

/** Finds the last range that starts at or before the value. */
function inRanges(lows: readonly number[], highs: readonly number[], value: number): boolean {
  let from = 0;
  let to = lows.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((lows[middle] ?? 0) <= value) from = middle + 1;
    else to = middle;
  }
  const high = highs[from - 1];
  return high !== undefined && value <= high;
}
