/** Sets of integers and ranges of them. */
export interface IntRange {
  readonly low: number;
  readonly high: number;
}

/** Single numbers go into a hash set; ranges are merged, sorted and searched by halving. */
export function compileIntSet(ranges: readonly IntRange[]): (value: number) => boolean {
  const singles = new Set(ranges.filter(({ low, high }) => low === high).map(({ low }) => low));
  const merged = mergeRanges(ranges.filter(({ low, high }) => low !== high));
  if (merged.length === 0) return (value) => singles.has(value);
  const lows = merged.map(({ low }) => low);
  const highs = merged.map(({ high }) => high);
  return (value) => inRanges(lows, highs, value) || singles.has(value);
}

/** Sorted ranges that neither touch nor overlap. */
export function mergeRanges(ranges: readonly IntRange[]): IntRange[] {
  const merged: IntRange[] = [];
  for (const range of ranges.toSorted((left, right) => left.low - right.low)) {
    const last = merged[merged.length - 1];
    if (!last || range.low > last.high + 1) merged.push(range);
    else merged[merged.length - 1] = { low: last.low, high: Math.max(last.high, range.high) };
  }
  return merged;
}

/** Finds the last range that starts at or before the value. */
export function inRanges(
  lows: readonly number[],
  highs: readonly number[],
  value: number,
): boolean {
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
