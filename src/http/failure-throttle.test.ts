import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { ApiError } from './api-error.ts';
import { FailureThrottle } from './failure-throttle.ts';
import type { Credential } from './principal.ts';

const ADDRESS = '192.0.2.1';
const GUESS: Credential = { kind: 'token', secret: 'a guess' };
const RIGHT: Credential = { kind: 'token', secret: 'the right one' };

function setUp(failures = 0) {
  const clock = new ManualClock();
  const throttle = new FailureThrottle(clock);
  for (let n = 0; n < failures; n++) throttle.recordFailure(ADDRESS);
  return { clock, throttle };
}

/** How many seconds an address must wait; 0 if it is not throttled. */
function waitOf(throttle: FailureThrottle, address = ADDRESS, credential = GUESS): number {
  try {
    throttle.check(address, credential);
    return 0;
  } catch (error) {
    assert.ok(error instanceof ApiError);
    assert.deepEqual([error.status, error.number], [429, 10502]);
    const seconds = error.options.headers?.['retry-after'];
    assert.match(error.message, new RegExp(`Wait ${seconds} seconds`));
    return Number(seconds);
  }
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
    [5_000, 60],
  ] as const;
  for (const [failures, seconds] of pauses) {
    it(`imposes ${seconds} seconds after ${failures} consecutive failures`, () => {
      assert.equal(waitOf(setUp(failures).throttle), seconds);
    });
  }

  it('imposes the same when the system time changes', async () => {
    const { clock, throttle } = setUp(23);
    for (const hours of [1, -2]) {
      clock.set(clock.now() + hours * 3_600_000);
      assert.equal(waitOf(throttle), 8);
    }
    await clock.advance(8_000);
    assert.equal(waitOf(throttle), 0);
  });

  it('lets an address try again after its pause', async () => {
    const { clock, throttle } = setUp(22);
    await clock.advance(3_999);
    assert.equal(waitOf(throttle), 1);
    await clock.advance(1);
    assert.equal(waitOf(throttle), 0);
    throttle.recordFailure(ADDRESS);
    assert.equal(waitOf(throttle), 8);
  });

  it('keeps counting after a success with another credential', () => {
    const { throttle } = setUp(19);
    throttle.recordSuccess(ADDRESS, RIGHT);
    throttle.recordFailure(ADDRESS);
    assert.equal(waitOf(throttle), 1);
    throttle.recordSuccess(ADDRESS, RIGHT);
    assert.equal(waitOf(throttle), 1);
  });

  it('never delays a credential that succeeded before from the same address', () => {
    const { throttle } = setUp();
    throttle.recordSuccess(ADDRESS, RIGHT);
    for (const address of [ADDRESS, '192.0.2.2']) {
      for (let n = 0; n < 30; n++) throttle.recordFailure(address);
    }
    assert.equal(waitOf(throttle, ADDRESS, RIGHT), 0);
    assert.equal(waitOf(throttle, '192.0.2.2', RIGHT), 60);
    assert.equal(
      waitOf(throttle, ADDRESS, { kind: 'key', email: 'a@b', key: 'the right one' }),
      60,
    );
  });

  it('does not count failures that are a quarter of an hour apart', async () => {
    const { clock, throttle } = setUp(19);
    await clock.advance(15 * 60_000);
    throttle.recordFailure(ADDRESS);
    assert.equal(waitOf(throttle), 0);
  });

  it('counts failures that are nearly a quarter of an hour apart', async () => {
    const { clock, throttle } = setUp(19);
    await clock.advance(15 * 60_000 - 1);
    throttle.recordFailure(ADDRESS);
    assert.equal(waitOf(throttle), 1);
  });

  it('counts each address separately', () => {
    const { throttle } = setUp(30);
    assert.equal(waitOf(throttle, '192.0.2.2'), 0);
    throttle.recordSuccess('192.0.2.2', RIGHT);
    assert.equal(waitOf(throttle), 60);
  });

  it('remembers no more than 10000 addresses', () => {
    const { throttle } = setUp(30);
    for (let n = 0; n < 4_998; n++) throttle.recordFailure(`address ${n}`);
    assert.equal(waitOf(throttle), 60);
    for (let n = 0; n < 10_000; n++) throttle.recordFailure(`other ${n}`);
    assert.equal(waitOf(throttle), 0);
  });
});
