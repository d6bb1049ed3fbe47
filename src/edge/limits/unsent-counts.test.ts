import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { UnsentCounts } from './unsent-counts.ts';

const rule = { limit: 100, periodMs: 10_000 };

/** Counts that are full of keys of a flood, each far from its limit. */
function flooded(): UnsentCounts {
  const unsent = new UnsentCounts();
  for (let n = 0; n < 50_000; n++) unsent.add({ ...rule, key: `flood ${n}`, total: 2 }, 2, 0);
  return unsent;
}

describe('unsent counts under a flood of keys', () => {
  it('accept a key that is close to its limit (such keys were dropped)', () => {
    const unsent = flooded();
    for (const total of [25, 26, 27]) unsent.add({ ...rule, key: 'heavy', total }, 1, 0);
    assert.deepEqual(unsent.take(1_024, 0)[0], ['heavy', 3, 10_000]);
  });

  it('keep such a key for the next update if this one has no space', () => {
    const unsent = flooded();
    unsent.add({ ...rule, key: 'heavy', total: 50 }, 50, 0);
    assert.deepEqual(unsent.take(0, 0), []);
    assert.deepEqual(unsent.take(1, 0), [['heavy', 50, 10_000]]);
  });

  it('hold a bounded number of keys, however close they are', () => {
    const unsent = flooded();
    for (let n = 0; n < 50_000; n++) unsent.add({ ...rule, key: `close ${n}`, total: 90 }, 2, 0);
    assert.equal(unsent.take(Number.POSITIVE_INFINITY, 0).length, 16_384);
  });
});
