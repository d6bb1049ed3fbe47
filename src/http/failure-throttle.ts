import { hash } from 'node:crypto';
import { BoundedMap } from '../kernel/bounded-map.ts';
import type { Clock } from '../kernel/clock.ts';
import { ApiError } from './api-error.ts';
import type { Credential } from './principal.ts';

const TRACKED_ADDRESSES = 10_000;
const KNOWN_CREDENTIALS = 10_000;
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
 * Slows down guessing. After 20 consecutive wrong credentials, an address must wait one second, then twice as
 * long after each further failure, up to a minute. A success does not reset this, otherwise the holder of one credential
 * could guess others at full speed. A credential that succeeded before from the same address never has to wait, so
 * that failures of another client there do not lock it out.
 */
export class FailureThrottle {
  readonly #clock: Clock;
  readonly #failures = new BoundedMap<string, Failures>(TRACKED_ADDRESSES);
  /** Digests of an address with a credential that succeeded. */
  readonly #known = new BoundedMap<string, true>(KNOWN_CREDENTIALS);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws while the address must wait. */
  check(address: string, credential: Credential): void {
    const waitMs = (this.#failures.get(address)?.pausedUntil ?? 0) - this.#clock.tick();
    if (waitMs <= 0 || this.#known.get(digestOf(address, credential))) return;
    const seconds = Math.ceil(waitMs / 1000);
    throw new ApiError(
      'tooManyAuthFailures',
      { seconds },
      { headers: { 'retry-after': String(seconds) } },
    );
  }

  recordFailure(address: string): void {
    const now = this.#clock.tick();
    const known = this.#failures.get(address);
    const count = known && now - known.last < FORGET_AFTER_MS ? known.count + 1 : 1;
    const excess = count - FREE_FAILURES;
    const pause = excess < 0 ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** excess);
    this.#failures.set(address, { count, last: now, pausedUntil: now + pause });
  }

  recordSuccess(address: string, credential: Credential): void {
    this.#known.set(digestOf(address, credential), true);
  }
}

function digestOf(address: string, credential: Credential): string {
  const { kind } = credential;
  const parts = kind === 'token' ? [credential.secret] : [credential.email, credential.key];
  return hash('sha256', [address, kind, ...parts].join(' '));
}
