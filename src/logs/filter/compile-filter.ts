import type { LogFilterNode, LogTest } from '../../expression/log-filter/log-filter.ts';
import type { FieldValues, LogBatch } from '../log-batch.ts';
import { compileTest, testCosts } from './compile-test.ts';

/** One byte per line of a batch: 1 if the line still passes. */
export type LineMask = Uint8Array;

/** A filter that evaluates all lines of a batch at once, by column. */
export interface ColumnFilter {
  readonly cost: number;
  /** Whether the columns that it reads are dictionary-encoded, so that few values have to be tested. */
  isShared(batch: LogBatch): boolean;
  /** Clears the lines in `mask` that do not pass. `passing`: how many were set before. Returns how many are left. */
  narrow(batch: LogBatch, mask: LineMask, passing: number): number;
}

export function compileFilter(node: LogFilterNode): ColumnFilter {
  return compileNode(node, false);
}

/** `not` is pushed down to the leaves, where it is free. */
function compileNode(node: LogFilterNode, isNegated: boolean): ColumnFilter {
  switch (node.kind) {
    case 'test':
      return leaf(node.field, node.test, isNegated);
    case 'not':
      return compileNode(node.of, !isNegated);
    case 'combine': {
      const items = node.items.map((item) => compileNode(item, isNegated));
      return (node.op === 'and') === isNegated ? or(items) : and(items);
    }
  }
}

/** A column without values. */
const ABSENT: FieldValues = { distinct: [undefined], indexes: undefined };

/** A line without the field fails the test, so it passes the negated one. */
function leaf(field: string, test: LogTest, isNegated: boolean): ColumnFilter {
  const passes = compileTest(test);
  const yes = isNegated ? 0 : 1;
  const no = 1 - yes;
  return {
    cost: testCosts[test.op],
    isShared: (batch) => batch.field(field)?.indexes !== undefined,
    narrow(batch, mask, passing) {
      const values = batch.field(field);
      const { distinct, indexes } = values ?? ABSENT;
      if (distinct.length === 1) {
        if (passes(distinct[0]) !== isNegated) return passing;
        mask.fill(0);
        return 0;
      }
      if (!indexes) return narrowEach(mask, distinct, passes, yes);
      const bits = new Uint8Array(distinct.length);
      let count = 0;
      for (let index = 0; index < bits.length; index++) {
        const bit = passes(distinct[index]) ? yes : no;
        bits[index] = bit;
        count += bit;
      }
      if (count === bits.length) return passing;
      if (count > 0) return narrowShared(mask, indexes, bits);
      mask.fill(0);
      return 0;
    },
  };
}

/** For a column with one value per line. */
function narrowEach(
  mask: LineMask,
  values: ArrayLike<unknown>,
  passes: (value: unknown) => boolean,
  yes: number,
): number {
  let left = 0;
  for (let line = 0; line < mask.length; line++) {
    if (mask[line] === 0) continue;
    const bit = passes(values[line]) ? yes : 1 - yes;
    mask[line] = bit;
    left += bit;
  }
  return left;
}

/** For a dictionary-encoded column. `bits`: whether each distinct value passes. */
function narrowShared(mask: LineMask, indexes: Uint16Array, bits: Uint8Array): number {
  let left = 0;
  for (let line = 0; line < mask.length; line++) {
    const bit = (mask[line] as number) & (bits[indexes[line] as number] as number);
    mask[line] = bit;
    left += bit;
  }
  return left;
}

/** Each item tests only the lines that pass the previous items. Items on dictionary-encoded columns run first. */
function and(items: readonly ColumnFilter[]): ColumnFilter {
  const ordered = byCost(items);
  return {
    ...summary(items),
    narrow(batch, mask, passing) {
      let left = passing;
      for (const isShared of [true, false]) {
        for (const item of ordered) {
          if (item.isShared(batch) !== isShared) continue;
          left = item.narrow(batch, mask, left);
          if (left === 0) return 0;
        }
      }
      return left;
    },
  };
}

/** Each item tests only the lines that no previous item has accepted. */
function or(items: readonly ColumnFilter[]): ColumnFilter {
  const ordered = byCost(items);
  return {
    ...summary(items),
    narrow(batch, mask, passing) {
      const rest = mask.slice();
      const accepted = mask;
      accepted.fill(0);
      let left = 0;
      for (const item of ordered) {
        const tried = rest.slice();
        left += item.narrow(batch, tried, passing - left);
        for (let line = 0; line < tried.length; line++) {
          const bit = tried[line] as number;
          accepted[line] = (accepted[line] as number) | bit;
          rest[line] = (rest[line] as number) & (1 - bit);
        }
      }
      return left;
    },
  };
}

const byCost = (items: readonly ColumnFilter[]) => items.toSorted((a, b) => a.cost - b.cost);

function summary(items: readonly ColumnFilter[]): Pick<ColumnFilter, 'cost' | 'isShared'> {
  return {
    cost: items.reduce((sum, { cost }) => sum + cost, 0),
    isShared: (batch) => items.every((item) => item.isShared(batch)),
  };
}
