import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock, settle } from '../../../../test/support/manual-clock.ts';
import { ProbeRounds } from './probe-rounds.ts';

const never = new AbortController().signal;

describe('rounds of probes', () => {
  it('do not restart a pool whose round failed until the failure is reported', async () => {
    const rounds = new ProbeRounds(new ManualClock());
    rounds.start('a', () => Promise.reject(new Error('not saved')));
    await settle();
    assert.equal(rounds.count, 0);
    assert.deepEqual([...rounds.busy], ['a']);
    assert.throws(() => rounds.throwFailure(), /not saved/);
    assert.deepEqual([...rounds.busy], []);
    rounds.throwFailure();
  });

  it('do not report failures of rounds that were cancelled', async () => {
    const rounds = new ProbeRounds(new ManualClock());
    rounds.start('a', async (signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      signal.throwIfAborted();
    });
    await rounds.cancel();
    assert.equal(rounds.count, 0);
    rounds.throwFailure();
  });

  it('end the wait when a round ends, after the given time, and when the signal aborts', async () => {
    const clock = new ManualClock();
    const rounds = new ProbeRounds(clock);
    await rounds.nextEnd(1_000, never);
    const round = Promise.withResolvers<void>();
    rounds.start('a', () => round.promise);
    const late = rounds.nextEnd(1_000, never);
    await clock.advance(1_000);
    await late;
    const stop = new AbortController();
    const stopped = rounds.nextEnd(1_000, stop.signal);
    stop.abort();
    await stopped;
    const ended = rounds.nextEnd(1_000, never);
    round.resolve();
    await ended;
    assert.equal(clock.sleeping, 0);
  });
});
