import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'node:test';
import { systemClock } from './clock.ts';

const LONGEST_TIMER_MS = 2 ** 31 - 1;

describe('system clock', () => {
  it('resolves after the time that was asked for', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let awake = false;
    const sleep = systemClock.sleep(20).then(() => {
      awake = true;
    });
    t.mock.timers.tick(19);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(awake, false);
    t.mock.timers.tick(1);
    await sleep;
  });

  for (const ms of [LONGEST_TIMER_MS + 1, 2 ** 40, Number.POSITIVE_INFINITY]) {
    it(`does not wake at once from a sleep of ${ms} ms`, async () => {
      const ending = new AbortController();
      const sleep = systemClock.sleep(ms, ending.signal);
      setTimeout(() => ending.abort(new Error('still asleep')), 30);
      await assert.rejects(sleep, /still asleep/);
    });
  }

  it('waits out the whole of a long sleep, one timer after the other', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let awake = false;
    const sleep = systemClock.sleep(LONGEST_TIMER_MS * 2 + 5).then(() => {
      awake = true;
    });
    for (const ms of [LONGEST_TIMER_MS, LONGEST_TIMER_MS, 4]) {
      t.mock.timers.tick(ms);
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(awake, false);
    }
    t.mock.timers.tick(1);
    await sleep;
  });

  it('rejects with the reason of a signal, even if that was already aborted', async () => {
    const reason = new Error('enough');
    await assert.rejects(systemClock.sleep(60_000, AbortSignal.abort(reason)), reason);
    const ending = new AbortController();
    const sleep = systemClock.sleep(60_000, ending.signal);
    ending.abort(reason);
    await assert.rejects(sleep, reason);
  });

  it('leaves no listener on the signal after it has resolved', async () => {
    const { signal } = new AbortController();
    await systemClock.sleep(1, signal);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });
});
