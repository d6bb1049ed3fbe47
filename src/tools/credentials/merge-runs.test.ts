import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { mergeRuns } from './merge-runs.ts';
import { RunBuffer } from './run-buffer.ts';

type Print = readonly [high: number, low: number];

const order = (a: Print, b: Print) => a[0] - b[0] || a[1] - b[1];

describe('merging runs', () => {
  let folder: ReturnType<typeof tempFolder>;
  before(() => {
    folder = tempFolder();
  });
  after(() => folder.remove());

  function merge(runs: readonly (readonly Print[])[], capacity: number): Print[] {
    const buffer = new RunBuffer(capacity);
    let total = 0;
    const paths = runs.map((run, number) => {
      buffer.clear();
      for (const [high, low] of run) buffer.add(high, low);
      buffer.sort();
      total += buffer.length;
      const path = join(folder.path, String(number));
      buffer.writeTo(path);
      return path;
    });
    const merged: Print[] = [];
    const shares: number[] = [];
    mergeRuns(
      paths,
      total,
      buffer,
      (high, low) => merged.push([high, low]),
      (share) => shares.push(share),
    );
    assert.equal(shares.at(-1), 1);
    return merged;
  }

  it('returns every fingerprint once, in order, even if they are not distributed evenly', () => {
    const part = fc.oneof(
      fc.constantFrom(0, 1, 2 ** 32 - 1),
      fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    );
    const runs = fc.array(fc.array(fc.tuple(part, part), { maxLength: 60, size: 'max' }), {
      maxLength: 6,
    });
    fc.assert(
      fc.property(runs, (lists) => {
        const all = new Map(lists.flat().map((print) => [String(print), print]));
        const expected = [...all.values()].sort(order);
        // At worst every fingerprint shares its high word with all others.
        assert.deepEqual(merge(lists, 400), expected);
      }),
      { numRuns: 100 },
    );
  });

  it('makes ranges smaller until they fit', () => {
    const crowded = Array.from({ length: 90 }, (_, index): Print => [1_000 + index, index]);
    const lists = Array.from({ length: 5 }, (_, run) =>
      crowded.map(([high, low]): Print => [high, low + run]),
    );
    assert.deepEqual(merge(lists, 100), lists.flat().sort(order));
  });
});
