import { tick } from '../tick.ts';
import { ExpiringMap } from './expiring-map.ts';
import { LimitedKeys } from './limited-keys.ts';
import { SlidingCounts } from './sliding-counts.ts';
import { UnsentCounts } from './unsent-counts.ts';

/** Keys with a counter of their own in one process; half as many limited keys. */
const MAX_KEYS = 200_000;
/** Keys in one update for the other processes: about 100 KB. The others follow in the next ones. */
const MAX_SENT = 1_024;
/** Keys that became limited and were not sent yet. */
const MAX_UNSENT_LIMITS = 16_384;
/** Keys begin with the id of their rule. */
const RULE_ID_LENGTH = 32;

export interface RateLimit {
  readonly periodMs: number;
  readonly requests: number;
  /** How long a key that went over the limit stays limited; 0: only while it is over. */
  readonly timeoutMs: number;
}

/** What processes of a node send each other about rates. */
export interface RateUpdates {
  /** Keys that are limited, and for how many milliseconds more. */
  readonly limited: readonly (readonly [key: string, forMs: number])[];
  readonly counts: readonly (readonly [key: string, count: number, periodMs: number])[];
}

export interface RateCountersOptions {
  readonly maxKeys?: number;
  /** Milliseconds on a clock that is never set back. */
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

/** Counts that keys share, and the rules that have such keys: a flood of one must not limit visitors of another. */
interface SharedCounts {
  readonly counts: SlidingCounts;
  readonly rules: Set<string>;
}

/**
 * Counts requests by key in windows. What is left of the window before counts in proportion, so that
 * nobody gets twice the limit by waiting for a window to end.
 *
 * Visitors choose keys, so memory is bounded and nobody gains from filling it. A counter, or a limit, is
 * removed only when its time is over. Keys that come while there is no space share counters that may be too
 * high and are never too low.
 */
export class RateCounters {
  readonly #now: () => number;
  readonly #onShared: () => void;
  readonly #counters: ExpiringMap<Counter>;
  readonly #limited: LimitedKeys;
  /** By length of the period. Rules have one of six. */
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

  /** Counts a request, as one or as many as it is worth. */
  count(key: string, { periodMs, requests: limit }: RateLimit, worth = 1): void {
    const now = this.#now();
    const total = this.#add(key, periodMs, worth, now);
    this.#unsent.add({ key, total, limit, periodMs }, worth, now);
  }

  /**
   * Whether requests of the key are over the limit, with those that are `coming` and not counted yet. Once they
   * are, they stay so for the time of the limit.
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

  /** In how many milliseconds one more request of a key that is over its limit would pass. */
  waitMs(key: string, limit: RateLimit): number {
    const now = this.#now();
    const until = this.#limited.until(key, now);
    if (until > now) return until - now;
    const counter = this.#counters.get(key);
    // Counts that keys share are not worth a better answer than "one period".
    return counter ? untilBelow(counter, limit, now) : limit.periodMs;
  }

  /** What other processes should know: limits first, then counts, of a bounded number of keys. */
  drain(): RateUpdates | undefined {
    const now = this.#now();
    for (const [periodMs, { counts }] of this.#shared) {
      if (counts.isEmpty(now)) this.#shared.delete(periodMs);
    }
    const limited = this.#takeLimits(now);
    const counts = this.#unsent.take(MAX_SENT - limited.length, now);
    return limited.length + counts.length === 0 ? undefined : { limited, counts };
  }

  /** Adds what another process has counted and limited. */
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

  /** Returns what the key has reached. */
  #add(key: string, periodMs: number, count: number, now: number): number {
    const known = this.#counters.get(key);
    if (known) {
      turn(known, periodMs, now);
      known.count += count;
      return totalOf(known, now);
    }
    // It may have been counted among others before.
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

/** One rule may fill half of the memory, so that a flood of its keys leaves the rest to the others. */
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

/** When the total of a counter, which falls while its window moves on, leaves space for one more request. */
function untilBelow(counter: Counter, { periodMs, requests }: RateLimit, now: number): number {
  turn(counter, periodMs, now);
  const { windowStart, count, previous } = counter;
  const passed = now - windowStart;
  const space = requests - 1;
  if (count <= space) return Math.max(0, shrinkMs(previous, space - count, periodMs) - passed);
  // What was counted in this window counts less and less in the next one.
  return periodMs - passed + shrinkMs(count, space, periodMs);
}

/** How far a window has to move on until no more than `space` of the previous one's `count` is left. */
function shrinkMs(count: number, space: number, periodMs: number): number {
  return count <= space ? 0 : periodMs * (1 - Math.max(0, space) / count);
}

/** Begins a new window when the one of the counter is over. */
function turn(counter: Counter, periodMs: number, now: number): void {
  counter.periodMs = periodMs;
  const passed = Math.floor((now - counter.windowStart) / periodMs);
  if (passed <= 0) return;
  counter.previous = passed === 1 ? counter.count : 0;
  counter.count = 0;
  counter.windowStart += passed * periodMs;
}
