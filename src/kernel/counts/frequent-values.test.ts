import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { FrequentValues } from './frequent-values.ts';

const summaryOf = (most: number, values: readonly string[]) => {
  const summary = new FrequentValues(most);
  for (const value of values) summary.add(value, 1);
  return summary;
};

describe('frequent values', () => {
  it('are counted exactly if there are few of them', () => {
    const summary = summaryOf(4, ['b', 'a', 'c', 'c', 'd']);
    assert.equal(summary.isExact, true);
    assert.deepEqual(summary.top(3), [
      { value: 'c', count: 2 },
      { value: 'a', count: 1 },
      { value: 'b', count: 1 },
    ]);
  });

  it('remain if there are too many rare ones', () => {
    const summary = new FrequentValues(10);
    for (let n = 0; n < 1_000; n++) {
      summary.add(`rare ${n}`, 1);
      summary.add('frequent', 1);
    }
    assert.equal(summary.isExact, false);
    const [first, ...others] = summary.top(100);
    assert.equal(first?.value, 'frequent');
    assert.ok((first?.count ?? 0) >= 1_000 - 2_000 / 10);
    assert.ok(others.length < 20);
  });

  it('of parts add up, and counts are too low by at most the total divided by the size', () => {
    const values = fc.array(fc.constantFrom(...'aaaaaabbbbccdefghijklmnop'), { maxLength: 200 });
    fc.assert(
      fc.property(
        fc.array(values, { maxLength: 5 }),
        fc.integer({ min: 1, max: 8 }),
        (all, most) => {
          const sum = new FrequentValues(most);
          for (const part of all) sum.addAll(summaryOf(most, part).stored());
          const { counts } = sum.stored();
          const found = new Map(counts);
          const given = all.flat();
          assert.ok(counts.length <= most);
          for (const value of new Set(given)) {
            const count = given.filter((each) => each === value).length;
            const shown = found.get(value) ?? 0;
            assert.ok(shown <= count && shown >= count - given.length / most, `${value} ${shown}`);
          }
        },
      ),
    );
  });
});
