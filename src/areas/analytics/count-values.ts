import type { CodedValues } from '../../kernel/columns/coded-values.ts';

/** Calls `add` for the values of some rows, with the number of rows that have them; for a value more than once if it is stored by row. */
export function countValues(
  { distinct, indexes }: CodedValues,
  rows: readonly number[],
  add: (value: unknown, count: number) => void,
): void {
  if (!indexes) {
    for (const row of rows) add(distinct[row], 1);
    return;
  }
  const counts = new Uint32Array(distinct.length);
  for (const row of rows) {
    const index = indexes[row] as number; // one for each row
    counts[index] = (counts[index] as number) + 1;
  }
  for (const [index, count] of counts.entries()) if (count > 0) add(distinct[index], count);
}
