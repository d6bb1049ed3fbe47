import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock, settle } from '../../../test/support/manual-clock.ts';
import { RetriedWork } from './retried-work.ts';

describe('retried work', () => {
  it('runs once for many requests, and again for requests during a run', async () => {
    let runs = 0;
    const gate = Promise.withResolvers<void>();
    const work = new RetriedWork(
      async () => {
        runs += 1;
        await gate.promise;
      },
      new ManualClock(),
      (error) => assert.fail(String(error)),
    );
    work.request();
    work.request();
    await settle();
    assert.equal(runs, 1);
    work.request();
    gate.resolve();
    await settle();
    assert.equal(runs, 2);
    work.request();
    await settle();
    assert.equal(runs, 3);
    await work.stop();
  });

  it('is retried until it succeeds, and reports only the first failure', async () => {
    const clock = new ManualClock();
    let failures = 3;
    const reported: unknown[] = [];
    const work = new RetriedWork(
      async () => {
        if (failures-- > 0) throw new Error('away');
      },
      clock,
      (error) => reported.push(error),
    );
    work.request();
    await clock.advance(60_000);
    assert.equal(failures, -1);
    assert.equal(reported.length, 1);
    assert.equal(clock.sleeping, 0);
  });

  it('gives up when it is stopped', async () => {
    const clock = new ManualClock();
    const work = new RetriedWork(
      () => Promise.reject(new Error('away')),
      clock,
      () => {},
    );
    work.request();
    await settle();
    await work.stop();
    assert.equal(clock.sleeping, 0);
  });
});
