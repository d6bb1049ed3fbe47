import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ConcurrencyLimit } from './concurrency-limit.ts';

describe('a concurrency limit', () => {
  it('runs all tasks in order, never more at once than allowed, even after a failure', async () => {
    const limit = new ConcurrencyLimit(3);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        limit.run(async () => {
          started.push(n);
          most = Math.max(most, ++running);
          await setImmediate();
          running -= 1;
          if (n % 5 === 0) throw new Error('failed');
          return n;
        }),
      ),
    );
    assert.equal(most, 3);
    assert.deepEqual(
      started,
      Array.from({ length: 20 }, (_, n) => n),
    );
    assert.equal(outcomes.filter(({ status }) => status === 'rejected').length, 4);
  });
});
