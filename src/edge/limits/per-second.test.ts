import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PerSecond } from './per-second.ts';

describe('an allowance per second', () => {
  it('is used up, and renewed in the next second', () => {
    let now = 1_999;
    const allowed = new PerSecond(2, () => now);
    const takeThree = () => [allowed.take(), allowed.take(), allowed.take()];
    assert.deepEqual(takeThree(), [true, true, false]);
    now = 2_000;
    assert.deepEqual(takeThree(), [true, true, false]);
    now = 2_999;
    assert.equal(allowed.take(), false);
  });
});
