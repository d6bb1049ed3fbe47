import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { ApiError } from './api-error.ts';
import { FailureThrottle } from './failure-throttle.ts';

const ADDRESS = '192.0.2.1';

/** Counts a failure; returns how many seconds the address must wait, 0 if it was not refused. */
function waitOf(throttle: FailureThrottle, address = ADDRESS): number {
  try {
    throttle.count(address);
    return 0;
  } catch (error) {
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.number], [429, 10502]);
    const seconds = error.options.headers?.['retry-after'];
    assert.match(error.message, new RegExp(`Wait ${seconds} seconds`));
    return Number(seconds);
  }
}

/** A throttle after failures, each of which waited for the pause of the one before. */
async function setUp(failures = 0) {
  const clock = new ManualClock();
  const throttle = new FailureThrottle(clock);
  for (let n = 0; n < failures; n++) {
    const seconds = waitOf(throttle);
    if (seconds === 0) continue;
    await clock.advance(seconds * 1000);
    assert.equal(waitOf(throttle), 0);
  }
  return { clock, throttle };
}

describe('failure throttle', () => {
  const pauses = [
    [0, 0],
    [1, 0],
    [19, 0],
    [20, 1],
    [21, 2],
    [22, 4],
    [23, 8],
    [25, 32],
    [26, 60],
    [27, 60],
    [100, 60],
  ] as const;
  for (const [failures, seconds] of pauses) {
    it(`imposes ${seconds} seconds after ${failures} consecutive failures`, async () => {
      assert.equal(waitOf((await setUp(failures)).throttle), seconds);
    });
  }

  it('imposes the same when the system time changes, and however often the client tries', async () => {
    const { clock, throttle } = await setUp(23);
    for (const hours of [1, -2]) {
      clock.set(clock.now() + hours * 3_600_000);
      for (let n = 0; n < 30; n++) assert.equal(waitOf(throttle), 8);
    }
    await clock.advance(8_000);
    assert.equal(waitOf(throttle), 0);
  });

  it('lets an address try again after its pause', async () => {
    const { clock, throttle } = await setUp(22);
    await clock.advance(3_999);
    assert.equal(waitOf(throttle), 1);
    await clock.advance(1);
    assert.equal(waitOf(throttle), 0);
    assert.equal(waitOf(throttle), 8);
  });

  for (const [early, seconds] of [
    [0, 0],
    [1, 1],
  ] as const) {
    it(`counts failures as consecutive only within a quarter of an hour (${early} ms before)`, async () => {
      const { clock, throttle } = await setUp(19);
      await clock.advance(15 * 60_000 - early);
      waitOf(throttle);
      assert.equal(waitOf(throttle), seconds);
    });
  }

  it('counts each address separately', async () => {
    const { throttle } = await setUp(20);
    assert.equal(waitOf(throttle, '192.0.2.2'), 0);
    assert.equal(waitOf(throttle), 1);
  });

  it('remembers no more than 10000 addresses', async () => {
    const { throttle } = await setUp(26);
    for (let n = 0; n < 4_998; n++) waitOf(throttle, `address ${n}`);
    assert.equal(waitOf(throttle), 60);
    for (let n = 0; n < 10_000; n++) waitOf(throttle, `other ${n}`);
    assert.equal(waitOf(throttle), 0);
  });
});
