import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { ControlBudget } from './control-budget.ts';

describe('the budget of frames without content', () => {
  let budget: ControlBudget;
  let received: number;

  beforeEach(() => {
    received = 0;
    budget = new ControlBudget(10_000, 0);
  });

  function receive(bytes: number, now: number): boolean {
    received += bytes;
    return budget.isExceeded(received, now);
  }

  it('is exceeded by a burst, with room for a head that is not complete', () => {
    assert.equal(receive(64 * 1024 + 10_000, 0), false);
    assert.equal(receive(1, 0), true);
  });

  it('grows with time, and not beyond a burst', () => {
    for (let second = 1; second <= 100; second++)
      assert.equal(receive(4_096, second * 1_000), false);
    assert.equal(receive(0, 1_000_000), false);
    assert.equal(receive(64 * 1024 + 10_000 + 1, 1_000_000), true);
  });

  it('is not touched by content, which leaves nothing over', () => {
    for (let n = 0; n < 100; n++) {
      budget.carried(100_000);
      assert.equal(receive(90_000, 0), false);
    }
    assert.equal(receive(64 * 1024 + 10_000 + 1, 0), true);
  });

  it('excuses what was on its way to a closed stream, for a moment', () => {
    budget.mayFollow(200_000);
    assert.equal(receive(100_000, 0), false);
    assert.equal(receive(50_000 + 64 * 1024 + 10_000, 0), false);
    assert.equal(receive(1, 0), true);
  });
});
