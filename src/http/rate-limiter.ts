import { BoundedMap } from '../kernel/bounded-map.ts';
import type { Clock } from '../kernel/clock.ts';
import { ApiError } from './api-error.ts';

const TRACKED_KEYS = 50_000;

export interface RateLimit {
  readonly name: string;
  readonly quota: number;
  readonly windowSeconds: number;
  /** How long a key that exceeded the limit is refused; by default until its window ends. */
  readonly penaltySeconds?: number;
}

/** The state of a key after a request was counted. */
export interface Rate {
  readonly name: string;
  readonly remaining: number;
  readonly resetMs: number;
  readonly policy: string;
}

/** Headers with the state of the rate limit, on every response. */
export function rateHeaders({ name, remaining, resetMs, policy }: Rate): Record<string, string> {
  return {
    ratelimit: `"${name}";r=${remaining};t=${Math.ceil(resetMs / 1000)}`,
    'ratelimit-policy': policy,
  };
}

interface Window {
  used: number;
  endsAt: number;
  blockedUntil: number;
}

/** Counts requests per key in fixed windows. Memory is bounded; the least recently used keys are evicted first. */
export class RateLimiter {
  readonly limit: RateLimit;
  /** Value of the `Ratelimit-Policy` header. */
  readonly policy: string;
  readonly #clock: Clock;
  readonly #windows = new BoundedMap<string, Window>(TRACKED_KEYS);

  constructor(limit: RateLimit, clock: Clock) {
    this.limit = limit;
    this.policy = `"${limit.name}";q=${limit.quota};w=${limit.windowSeconds}`;
    this.#clock = clock;
  }

  /** Counts one request; throws if the key exceeds its limit. */
  take(key: string): Rate {
    const now = this.#clock.tick();
    const window = this.#windowOf(key, now);
    if (window.blockedUntil > now) throw this.#refusal(window.blockedUntil - now);
    window.used += 1;
    if (window.used > this.limit.quota) {
      const { penaltySeconds } = this.limit;
      window.blockedUntil = penaltySeconds ? now + penaltySeconds * 1000 : window.endsAt;
      throw this.#refusal(window.blockedUntil - now);
    }
    return this.#rate(this.limit.quota - window.used, window.endsAt - now);
  }

  #windowOf(key: string, now: number): Window {
    const known = this.#windows.get(key);
    if (known && (known.endsAt > now || known.blockedUntil > now)) return known;
    const window = { used: 0, endsAt: now + this.limit.windowSeconds * 1000, blockedUntil: 0 };
    this.#windows.set(key, window);
    return window;
  }

  #rate(remaining: number, resetMs: number): Rate {
    return { name: this.limit.name, remaining, resetMs, policy: this.policy };
  }

  #refusal(ms: number): ApiError {
    const seconds = Math.ceil(ms / 1000);
    const { quota, windowSeconds: window } = this.limit;
    return new ApiError(
      'rateLimited',
      { quota, window, seconds },
      {
        headers: { 'retry-after': String(seconds), ...rateHeaders(this.#rate(0, ms)) },
      },
    );
  }
}
