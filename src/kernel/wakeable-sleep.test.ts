import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { WakeableSleep } from './wakeable-sleep.ts';

describe('a sleep that can be woken', () => {
  it('ends after its time', async () => {
    const clock = new ManualClock();
    const sleep = new WakeableSleep(clock).sleep(1_000);
    await clock.advance(999);
    assert.equal(await isPending(sleep), true);
    await clock.advance(1);
    await sleep;
  });

  it('ends at once when it is woken', async () => {
    const rest = new WakeableSleep(new ManualClock());
    const sleep = rest.sleep(1_000);
    rest.wake();
    await sleep;
  });

  it('returns at once if wake was called before, and sleeps again afterwards', async () => {
    const rest = new WakeableSleep(new ManualClock());
    rest.wake();
    rest.wake();
    await rest.sleep(1_000);
    const second = rest.sleep(1_000);
    assert.equal(await isPending(second), true);
    rest.wake();
    await second;
  });
});

async function isPending(promise: Promise<void>): Promise<boolean> {
  const pending = Symbol('pending');
  await new Promise((resolve) => setImmediate(resolve));
  return (await Promise.race([promise, Promise.resolve(pending)])) === pending;
}
