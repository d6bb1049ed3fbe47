import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TraceBudget } from './trace-budget.ts';

describe('the budget of a trace', () => {
  it('has some values even if the deadline passes before the first (no value was shown)', () => {
    let now = 0;
    const budget = new TraceBudget(() => now);
    now = 1_000;
    let shown = 0;
    while (budget.canShow()) {
      budget.spend(10);
      shown += 1;
    }
    assert.equal(shown, 8);
    assert.equal(budget.leftOut.values, 1);
  });

  it('has more values while there is time, up to a maximum', () => {
    const budget = new TraceBudget(() => 0);
    let shown = 0;
    while (budget.canShow()) {
      budget.spend(-200);
      shown += 1;
    }
    assert.equal(shown, 200);
  });
});
