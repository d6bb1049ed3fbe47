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

  it('is exceeded by a burst, after an allowance for an incomplete head', () => {
    assert.equal(receive(64 * 1024 + 10_000, 0), false);
    assert.equal(receive(1, 0), true);
  });

  it('refills with time, up to the burst', () => {
    for (let second = 1; second <= 100; second++)
      assert.equal(receive(4_096, second * 1_000), false);
    assert.equal(receive(0, 1_000_000), false);
    assert.equal(receive(64 * 1024 + 10_000 + 1, 1_000_000), true);
  });

  it('is neither used nor refilled by content', () => {
    for (let n = 0; n < 100; n++) {
      budget.countContent(100_000);
      assert.equal(receive(90_000, 0), false);
    }
    assert.equal(receive(64 * 1024 + 10_000 + 1, 0), true);
  });

  it('ignores data in flight to a closed stream, for a moment', () => {
    budget.allowLate(200_000);
    assert.equal(receive(100_000, 0), false);
    assert.equal(receive(50_000 + 64 * 1024 + 10_000, 0), false);
    assert.equal(receive(1, 0), true);
  });
});
