import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { backoffDelay } from './backoff.ts';

const policy = { firstMs: 100, maxMs: 5_000, factor: 2 };

describe('backoffDelay', () => {
  const rows = [
    [1, 50, 100],
    [2, 100, 200],
    [3, 200, 400],
    [6, 1_600, 3_200],
    [7, 2_500, 5_000],
    [1_000_000, 2_500, 5_000],
  ] as const;
  for (const [attempt, least, most] of rows) {
    it(`waits ${least} to ${most} ms after attempt ${attempt}`, () => {
      assert.equal(
        backoffDelay(policy, attempt, () => 0),
        least,
      );
      assert.equal(
        backoffDelay(policy, attempt, () => 1 - Number.EPSILON),
        most,
      );
    });
  }

  it('stays within half and all of its ceiling, as a whole number', () => {
    const policies = fc.record({
      firstMs: fc.integer({ min: 1, max: 10_000 }),
      maxMs: fc.integer({ min: 1, max: 1_000_000 }),
      factor: fc.double({ min: 1, max: 10, noNaN: true }),
    });
    const attempts = fc.integer({ min: 1, max: 5_000 });
    const randoms = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(policies, attempts, randoms, (anyPolicy, attempt, random) => {
        const delay = backoffDelay(anyPolicy, attempt, () => random);
        assert.ok(Number.isInteger(delay));
        assert.ok(delay >= Math.min(anyPolicy.firstMs, anyPolicy.maxMs) / 2);
        assert.ok(delay <= anyPolicy.maxMs);
      }),
    );
  });

  it('spreads callers that fail together', () => {
    const delays = new Set(Array.from({ length: 200 }, () => backoffDelay(policy, 20)));
    assert.ok(delays.size > 50, `only ${delays.size} different delays`);
  });
});
