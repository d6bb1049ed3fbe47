import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { WindowCounts } from './window-counts.ts';

function takes(counts: WindowCounts, key: string, times: number, now = 0): number {
  return Array.from({ length: times }, () => counts.take(key, now)).filter(Boolean).length;
}

describe('WindowCounts', () => {
  it('gives every key its quota of a window', () => {
    const counts = new WindowCounts({ windowMs: 1_000, most: 3, keys: 10 });
    assert.deepEqual([takes(counts, 'a', 5), takes(counts, 'b', 2)], [3, 2]);
    assert.deepEqual([counts.isSpent('a', 999), counts.isSpent('b', 999)], [true, false]);
    assert.equal(takes(counts, 'a', 5, 1_000), 3);
  });

  it('does not forget a key that has used up its quota, however many others are counted', () => {
    const counts = new WindowCounts({ windowMs: 1_000, most: 3, keys: 10 });
    takes(counts, 'offender', 3);
    for (let n = 0; n < 1_000; n++) counts.take(`made-up-${n}`, 0);
    assert.equal(takes(counts, 'offender', 3), 0);
    // The same for a key that shares its count.
    assert.equal(takes(counts, 'late', 5), 3);
    assert.equal(takes(counts, 'late', 5, 1_000), 3);
  });

  it('does not limit many visitors with one request each', () => {
    const counts = new WindowCounts({ windowMs: 1_000, most: 20, keys: 10 });
    const crowd = Array.from(
      { length: 200_000 },
      (_, n) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`,
    );
    assert.ok(crowd.every((visitor) => counts.take(visitor, 0)));
  });
});
