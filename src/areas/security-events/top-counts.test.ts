import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TopCounts } from './top-counts.ts';

describe('top counts', () => {
  it('are exact up to the maximum number of values', () => {
    const counts = new TopCounts(4);
    for (const value of ['b', 'a', 'c', 'c', 'd']) counts.add(value, 1);
    assert.equal(counts.isExact, true);
    assert.deepEqual(counts.top(3), [
      { value: 'c', count: 2 },
      { value: 'a', count: 1 },
      { value: 'b', count: 1 },
    ]);
  });

  it('keep frequent values if there are too many different ones', () => {
    const counts = new TopCounts(10);
    for (let n = 0; n < 1_000; n++) {
      counts.add(`rare ${n}`, 1);
      counts.add('frequent', 1);
    }
    assert.equal(counts.isExact, false);
    assert.deepEqual(counts.top(1), [{ value: 'frequent', count: 1_000 }]);
    assert.ok(counts.top(100).length <= 10);
  });
});
