import { BoundedMap } from '../kernel/bounded-map.ts';
import type { Clock } from '../kernel/clock.ts';
import { ApiError } from './api-error.ts';

const TRACKED_ADDRESSES = 10_000;
const FREE_FAILURES = 20;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;
/** Failures further apart than this do not count as consecutive. */
const FORGET_AFTER_MS = 15 * 60_000;

interface Failures {
  count: number;
  last: number;
  pausedUntil: number;
}

/**
 * Asks clients with wrong credentials to slow down. After 20 consecutive ones, an address must wait one second, then
 * twice as long after each further failure, up to a minute. Valid credentials never come here.
 */
export class FailureThrottle {
  readonly #clock: Clock;
  readonly #failures = new BoundedMap<string, Failures>(TRACKED_ADDRESSES);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a wrong credential. Throws while the address must wait, which does not make the pause longer. */
  count(address: string): void {
    const now = this.#clock.tick();
    const known = this.#failures.get(address);
    const waitMs = (known?.pausedUntil ?? 0) - now;
    if (waitMs > 0) throw refusal(Math.ceil(waitMs / 1000));
    const count = known && now - known.last < FORGET_AFTER_MS ? known.count + 1 : 1;
    const excess = count - FREE_FAILURES;
    const pause = excess < 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** excess);
    this.#failures.set(address, { count, last: now, pausedUntil: now + pause });
  }
}

function refusal(seconds: number): ApiError {
  return new ApiError(
    'tooManyAuthFailures',
    { seconds },
    { headers: { 'retry-after': String(seconds) } },
  );
}
