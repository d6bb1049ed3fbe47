import type { RateLimit } from '../../contracts/rate-questions.ts';
import { tick } from '../tick.ts';
import { ExpiringMap } from './expiring-map.ts';
import { LimitedKeys } from './limited-keys.ts';
import { Reservations } from './reservations.ts';
import { SlidingCounts } from './sliding-counts.ts';
import { UnsentCounts } from './unsent-counts.ts';

/** The maximum number of keys with a counter of their own in one process. Half as many limited keys have an entry of their own. */
const MAX_KEYS = 200_000;
/** Keys in one update for the other processes: about 100 KB. Further keys follow in the next updates. */
const MAX_SENT = 1_024;
/** Keys that became limited and were not sent yet. */
const MAX_UNSENT_LIMITS = 16_384;
/** Keys begin with the id of their rule. */
const RULE_ID_LENGTH = 32;

/** Rate limit updates that the processes of a node send each other. */
export interface RateUpdates {
  /** Keys that are limited, and the milliseconds that remain. */
  readonly limited: readonly (readonly [key: string, forMs: number])[];
  readonly counts: readonly (readonly [key: string, count: number, periodMs: number])[];
}

export interface RateCountersOptions {
  readonly maxKeys?: number;
  /** Milliseconds on a monotonic clock. */
  readonly now?: () => number;
  /** Called when a key has to share its counter or its limit with others. */
  readonly onShared?: () => void;
}

interface Counter {
  windowStart: number;
  periodMs: number;
  count: number;
  previous: number;
}

/** Counts that keys share, and the rules that have such keys: a flood of keys of one rule must not limit visitors of another. */
interface SharedCounts {
  readonly counts: SlidingCounts;
  readonly rules: Set<string>;
}

/**
 * Counts requests by key in sliding windows: the previous window counts in proportion to its remaining overlap, so that
 * a client cannot get twice the limit around the end of a window.
 *
 * Visitors choose keys, so memory is bounded, and filling it never resets a counter or limit: they are removed only
 * when they have expired. Keys that arrive while there is no space share counters, which may be too high and are never
 * too low.
 */
export class RateCounters {
  /** Requests in flight whose count depends on their response. Each process has its own. */
  readonly reserved = new Reservations();
  readonly #now: () => number;
  readonly #onShared: () => void;
  readonly #counters: ExpiringMap<Counter>;
  readonly #limited: LimitedKeys;
  /** By length of the period; rules can use six lengths. */
  readonly #shared = new Map<number, SharedCounts>();
  readonly #unsent = new UnsentCounts();
  readonly #unsentLimits = new Map<string, number>();

  constructor(options: RateCountersOptions = {}) {
    const { maxKeys = MAX_KEYS, now = tick, onShared = () => {} } = options;
    this.#now = now;
    this.#onShared = onShared;
    this.#counters = new ExpiringMap({
      ...capacity(maxKeys),
      isExpired: ({ windowStart, periodMs }, at) => at - windowStart >= 2 * periodMs,
    });
    this.#limited = new LimitedKeys({
      ...capacity(maxKeys / 2),
      onShared,
    });
  }

  count(key: string, { periodMs, requests: limit }: RateLimit, weight = 1): void {
    const now = this.#now();
    const total = this.#add(key, periodMs, weight, now);
    this.#unsent.add({ key, total, limit, periodMs }, weight, now);
  }

  /** Takes back one count of a request. A shared count stays, because it must never be too low. */
  refund(key: string, { periodMs, requests: limit }: RateLimit): void {
    const now = this.#now();
    const known = this.#counters.get(key);
    if (!known) return;
    turn(known, periodMs, now);
    if (known.count >= 1) known.count -= 1;
    else known.previous = Math.max(0, known.previous - 1);
    this.#unsent.add({ key, total: totalOf(known, now), limit, periodMs }, -1, now);
  }

  /** Whether a request of this weight may exceed the limit together with those in flight. The key does not become limited. */
  mayExceed(key: string, { periodMs, requests }: RateLimit, weight: number): boolean {
    const reserved = this.reserved.of(key);
    return reserved > 0 && this.#totalOf(key, periodMs, this.#now()) + reserved + weight > requests;
  }

  /**
   * Whether the key exceeds the limit, including `coming` requests that are not counted yet. Once it does, it stays
   * limited for `timeoutMs`.
   */
  isOver(key: string, { periodMs, requests, timeoutMs }: RateLimit, coming = 0): boolean {
    const now = this.#now();
    if (this.#limited.has(key, now)) return true;
    if (this.#totalOf(key, periodMs, now) + coming <= requests) return false;
    if (timeoutMs > 0) {
      this.#limited.add(key, now + timeoutMs, now);
      if (this.#unsentLimits.size < MAX_UNSENT_LIMITS) this.#unsentLimits.set(key, now + timeoutMs);
    }
    return true;
  }

  /**
   * Counts one more request unless the key exceeds the limit. Returns the milliseconds until one is within the limit; 0 if
   * it is now. `passed` requests were let through before, the first of them `ageMs` ago.
   */
  take(key: string, limit: RateLimit, passed = 0, ageMs = 0): number {
    this.addPassed(key, limit, passed, ageMs);
    if (this.isOver(key, limit, 1)) return Math.max(1, this.waitMs(key, limit));
    this.#add(key, limit.periodMs, 1, this.#now());
    return 0;
  }

  /** A negative number takes requests back. */
  addPassed(key: string, limit: RateLimit, passed: number, ageMs: number): void {
    if (passed > 0) this.#add(key, limit.periodMs, passed, this.#now() - ageMs);
    for (let n = passed; n < 0; n++) this.refund(key, limit);
  }

  /** Limits a key for some time. */
  limit(key: string, forMs: number): void {
    const now = this.#now();
    this.#limited.add(key, now + forMs, now);
  }

  /** For how many milliseconds the key stays limited, whatever its count. */
  limitedMs(key: string): number {
    const now = this.#now();
    return Math.max(0, this.#limited.until(key, now) - now);
  }

  hasCounted(key: string, { periodMs }: RateLimit): boolean {
    return this.#totalOf(key, periodMs, this.#now()) > 0;
  }

  /** Milliseconds until one more request of a limited key would be within the limit. */
  waitMs(key: string, limit: RateLimit): number {
    const now = this.#now();
    const until = this.#limited.until(key, now);
    if (until > now) return until - now;
    const counter = this.#counters.get(key);
    // For keys that share a counter, one period is a sufficient estimate.
    return counter ? untilBelow(counter, limit, now) : limit.periodMs;
  }

  /** Updates for the other processes since the last call: limits first, then counts, of a bounded number of keys. */
  drain(): RateUpdates | undefined {
    const now = this.#now();
    for (const [periodMs, { counts }] of this.#shared) {
      if (counts.isEmpty(now)) this.#shared.delete(periodMs);
    }
    const limited = this.#takeLimits(now);
    const counts = this.#unsent.take(MAX_SENT - limited.length, now);
    return limited.length + counts.length === 0 ? undefined : { limited, counts };
  }

  /** Merges the counts and limits of another process. */
  merge({ limited, counts }: RateUpdates): void {
    const now = this.#now();
    for (const [key, forMs] of limited) this.#limited.add(key, now + forMs, now);
    for (const [key, count, periodMs] of counts) this.#add(key, periodMs, count, now);
  }

  #takeLimits(now: number): [string, number][] {
    const limited: [string, number][] = [];
    for (const [key, until] of this.#unsentLimits) {
      if (limited.length === MAX_SENT) break;
      this.#unsentLimits.delete(key);
      if (until > now) limited.push([key, until - now]);
    }
    return limited;
  }

  /** Returns the total of the key. */
  #add(key: string, periodMs: number, count: number, now: number): number {
    const known = this.#counters.get(key);
    if (known) {
      turn(known, periodMs, now);
      known.count += count;
      return totalOf(known, now);
    }
    // The key may have a shared count from a time when there was no space.
    const total = this.#sharedTotalOf(key, periodMs, now) + count;
    const counter = { windowStart: now, periodMs, count: total, previous: 0 };
    if (this.#counters.set(key, counter, now)) return total;
    this.#onShared();
    const shared = this.#shared.get(periodMs) ?? {
      counts: new SlidingCounts(periodMs),
      rules: new Set<string>(),
    };
    this.#shared.set(periodMs, shared);
    shared.rules.add(ruleOf(key));
    shared.counts.add(key, count, now);
    return total;
  }

  #totalOf(key: string, periodMs: number, now: number): number {
    const counter = this.#counters.get(key);
    if (!counter) return this.#sharedTotalOf(key, periodMs, now);
    turn(counter, periodMs, now);
    return totalOf(counter, now);
  }

  #sharedTotalOf(key: string, periodMs: number, now: number): number {
    const shared = this.#shared.get(periodMs);
    return shared?.rules.has(ruleOf(key)) ? shared.counts.read(key, now) : 0;
  }
}

/** One rule may use half of the entries, so that a flood of its keys leaves the rest to other rules. */
const capacity = (keys: number) => ({
  capacity: keys,
  groupCapacity: keys / 2,
  groupOf: ruleOf,
});

function ruleOf(key: string): string {
  return key.slice(0, RULE_ID_LENGTH);
}

function totalOf({ windowStart, periodMs, count, previous }: Counter, now: number): number {
  return count + previous * (1 - (now - windowStart) / periodMs);
}

/** Milliseconds until the total of a counter has decreased enough for one more request. */
function untilBelow(counter: Counter, { periodMs, requests }: RateLimit, now: number): number {
  turn(counter, periodMs, now);
  const { windowStart, count, previous } = counter;
  const passed = now - windowStart;
  const space = requests - 1;
  if (count <= space) return Math.max(0, shrinkMs(previous, space - count, periodMs) - passed);
  // In the next window, the weight of this window's count decreases.
  return periodMs - passed + shrinkMs(count, space, periodMs);
}

/** Milliseconds from the start of a window until the weighted `count` of the previous window is at most `space`. */
function shrinkMs(count: number, space: number, periodMs: number): number {
  return count <= space ? 0 : periodMs * (1 - Math.max(0, space) / count);
}

/** Starts a new window if that of the counter has ended. */
function turn(counter: Counter, periodMs: number, now: number): void {
  counter.periodMs = periodMs;
  const passed = Math.floor((now - counter.windowStart) / periodMs);
  if (passed <= 0) return;
  counter.previous = passed === 1 ? counter.count : 0;
  counter.count = 0;
  counter.windowStart += passed * periodMs;
}
