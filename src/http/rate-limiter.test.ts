import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { ApiError } from './api-error.ts';
import { type RateLimit, RateLimiter, rateHeaders } from './rate-limiter.ts';

const limit: RateLimit = { name: 'default', quota: 3, windowSeconds: 10 };

function setUp(overrides: Partial<RateLimit> = {}) {
  const clock = new ManualClock();
  return { clock, limiter: new RateLimiter({ ...limit, ...overrides }, clock) };
}

/** How long a key must wait; 0 if the request was admitted. */
function waitOf(limiter: RateLimiter, key = 'key'): number {
  try {
    limiter.take(key);
    return 0;
  } catch (error) {
    assert.ok(error instanceof ApiError && error.code === 'rateLimited');
    return Number(error.options.headers?.['retry-after']);
  }
}

const waits = (limiter: RateLimiter, times: number) =>
  Array.from({ length: times }, () => waitOf(limiter));

describe('rate limiter', () => {
  it('admits a quota of requests, then returns the time that is left of the window', async () => {
    const { clock, limiter } = setUp();
    assert.deepEqual(waits(limiter, 4), [0, 0, 0, 10]);
    await clock.advance(2_500);
    assert.equal(waitOf(limiter), 8);
  });

  it('opens a new window when the old one has ended, not a moment earlier', async () => {
    const { clock, limiter } = setUp();
    waits(limiter, 4);
    await clock.advance(9_999);
    assert.equal(waitOf(limiter), 1);
    await clock.advance(1);
    assert.deepEqual(waits(limiter, 4), [0, 0, 0, 10]);
  });

  it('begins the window of a key with its first request', async () => {
    const { clock, limiter } = setUp();
    await clock.advance(9_000);
    waits(limiter, 3);
    await clock.advance(9_000);
    assert.equal(waitOf(limiter), 1);
  });

  it('refuses for the whole penalty, counted from the request that exceeded the limit', async () => {
    const { clock, limiter } = setUp({ penaltySeconds: 30 });
    waits(limiter, 3);
    await clock.advance(8_000);
    assert.equal(waitOf(limiter), 30);
    await clock.advance(29_999);
    assert.equal(waitOf(limiter), 1);
    await clock.advance(1);
    assert.equal(waitOf(limiter), 0);
  });

  it('does not prolong a penalty by requests made during it', async () => {
    const { clock, limiter } = setUp({ penaltySeconds: 30 });
    waits(limiter, 4);
    for (let second = 0; second < 29; second++) {
      await clock.advance(1_000);
      assert.equal(waitOf(limiter), 29 - second);
    }
    await clock.advance(1_000);
    assert.equal(waitOf(limiter), 0);
  });

  it('refuses for exactly that long when the system time changes', async () => {
    for (const penaltySeconds of [10, 30]) {
      for (const hours of [-1, 1]) {
        const { clock, limiter } = setUp({ penaltySeconds });
        waits(limiter, 4);
        assert.equal(rateHeaders(limiter.take('other')).ratelimit, '"default";r=2;t=10');
        clock.set(clock.now() + hours * 3_600_000);
        assert.equal(waitOf(limiter), penaltySeconds);
        assert.equal(rateHeaders(limiter.take('other')).ratelimit, '"default";r=1;t=10');
        await clock.advance(penaltySeconds * 1_000);
        assert.equal(waitOf(limiter), 0);
      }
    }
  });

  it('counts each key separately', () => {
    const { limiter } = setUp();
    waits(limiter, 4);
    assert.equal(waitOf(limiter, 'other'), 0);
    assert.ok(waitOf(limiter) > 0);
  });

  it('shows the remaining quota in headers', async () => {
    const { clock, limiter } = setUp();
    assert.equal(limiter.policy, '"default";q=3;w=10');
    assert.equal(rateHeaders(limiter.take('key')).ratelimit, '"default";r=2;t=10');
    await clock.advance(1);
    assert.equal(rateHeaders(limiter.take('key')).ratelimit, '"default";r=1;t=10');
    await clock.advance(8_999);
    assert.equal(rateHeaders(limiter.take('key')).ratelimit, '"default";r=0;t=1');
  });

  it('refuses with a message and headers that name the time of the next attempt', () => {
    const { limiter } = setUp({ penaltySeconds: 30 });
    waits(limiter, 3);
    assert.throws(
      () => limiter.take('key'),
      (error: ApiError) => {
        assert.equal(error.status, 429);
        assert.equal(error.number, 971);
        assert.match(error.message, /more than 3 requests per 10 seconds.*again in 30 seconds/);
        assert.deepEqual(error.options.headers, {
          'retry-after': '30',
          ratelimit: '"default";r=0;t=30',
          'ratelimit-policy': '"default";q=3;w=10',
        });
        return true;
      },
    );
  });

  it('evicts a key after too many others, and keeps the most recent ones', () => {
    const { limiter } = setUp({ quota: 1 });
    waits(limiter, 2);
    for (let n = 0; n < 24_998; n++) limiter.take(`other ${n}`);
    assert.ok(waitOf(limiter) > 0, 'still kept among 25000');
    for (let n = 0; n < 50_000; n++) limiter.take(`another ${n}`);
    assert.equal(waitOf(limiter), 0);
    assert.ok(waitOf(limiter, 'another 49999') > 0);
  });
});
