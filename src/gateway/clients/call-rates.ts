import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { Clock } from '../../kernel/clock.ts';

/** Clients with a stored rate. */
const MAX_CLIENTS = 50_000;

export interface CallRateOptions {
  /** Calls per second. */
  readonly rate: number;
  /** Calls that a client may make at once after an idle time. */
  readonly burst: number;
  readonly clock: Clock;
}

interface Bucket {
  calls: number;
  at: number;
}

/** The rate limit of each client: a token bucket. */
export class CallRates {
  readonly #options: CallRateOptions;
  readonly #buckets = new BoundedMap<string, Bucket>(MAX_CLIENTS);

  constructor(options: CallRateOptions) {
    this.#options = options;
  }

  /** Takes calls from the bucket and returns 0. If it has too few, takes none and returns the seconds until it has enough. */
  take(client: string, calls: number): number {
    const { rate, burst, clock } = this.#options;
    const now = clock.tick();
    const bucket = this.#buckets.get(client) ?? this.#add(client, now);
    bucket.calls = Math.min(burst, bucket.calls + ((now - bucket.at) / 1000) * rate);
    bucket.at = now;
    // A batch that is longer than the burst is allowed when the bucket is full, and leaves the bucket negative.
    const needed = Math.min(calls, burst);
    if (bucket.calls < needed) return Math.ceil((needed - bucket.calls) / rate);
    bucket.calls -= calls;
    return 0;
  }

  /** Takes calls although the bucket may have too few. It is refilled before the client may make further calls. */
  charge(client: string, calls: number): void {
    const bucket = this.#buckets.get(client) ?? this.#add(client, this.#options.clock.tick());
    bucket.calls -= calls;
  }

  #add(client: string, now: number): Bucket {
    const bucket = { calls: this.#options.burst, at: now };
    this.#buckets.set(client, bucket);
    return bucket;
  }
}
