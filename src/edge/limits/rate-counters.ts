import type { RateDeltas } from '../../contracts/edge-channel.ts';
import { BoundedMap } from '../../kernel/bounded-map.ts';

/** Keys that are counted at once in one process; under a flood those not seen for long leave first. */
const MAX_KEYS = 200_000;

export interface RateLimit {
  readonly periodMs: number;
  readonly requests: number;
  /** How long a key that went over the limit stays limited; 0: only while it is over. */
  readonly timeoutMs: number;
}

interface Counter {
  windowStart: number;
  count: number;
  previous: number;
  limitedUntil: number;
}

/**
 * Counts requests by key in windows. What is left of the window before counts in proportion, so that
 * nobody gets twice the limit by waiting for the turn of a window. Processes of a node tell each other
 * what they count.
 */
export class RateCounters {
  readonly #counters = new BoundedMap<string, Counter>(MAX_KEYS);
  #deltas = new Map<string, [number, number]>();

  get size(): number {
    return this.#counters.size;
  }

  /** Counts a request, as one or as many as it is worth. */
  count(key: string, periodMs: number, now: number, worth = 1): void {
    this.#add(key, periodMs, worth, now);
    const delta = this.#deltas.get(key);
    if (delta) delta[0] += worth;
    else if (this.#deltas.size < MAX_KEYS) this.#deltas.set(key, [worth, periodMs]);
  }

  /**
   * Whether requests of the key are over the limit, with those that are `coming` and not counted yet; they
   * stay so for a while once they are.
   */
  isOver(
    key: string,
    { periodMs, requests, timeoutMs }: RateLimit,
    now: number,
    coming = 0,
  ): boolean {
    const counter = this.#counters.get(key);
    if (!counter) return false;
    if (now < counter.limitedUntil) return true;
    this.#turn(counter, periodMs, now);
    const rest = 1 - (now - counter.windowStart) / periodMs;
    if (counter.count + coming + counter.previous * rest <= requests) return false;
    counter.limitedUntil = now + timeoutMs;
    return true;
  }

  /** What was counted here since the last call. */
  takeDeltas(): RateDeltas {
    if (this.#deltas.size === 0) return [];
    const deltas = [...this.#deltas].map(
      ([key, [count, periodMs]]) => [key, count, periodMs] as const,
    );
    this.#deltas = new Map();
    return deltas;
  }

  /** Adds what another process has counted. */
  merge(deltas: RateDeltas, now: number): void {
    for (const [key, count, periodMs] of deltas) this.#add(key, periodMs, count, now);
  }

  #add(key: string, periodMs: number, count: number, now: number): void {
    const counter = this.#counters.get(key);
    if (!counter) {
      this.#counters.set(key, { windowStart: now, count, previous: 0, limitedUntil: 0 });
      return;
    }
    this.#turn(counter, periodMs, now);
    counter.count += count;
  }

  #turn(counter: Counter, periodMs: number, now: number): void {
    const passed = Math.floor((now - counter.windowStart) / periodMs);
    if (passed <= 0) return;
    counter.previous = passed === 1 ? counter.count : 0;
    counter.count = 0;
    counter.windowStart += passed * periodMs;
  }
}
