/**
 * The maximum number of keys with unsent counts. An update leaves at most half as many. For keys close to their limit,
 * the maximum is twice as high: more than the number of requests that a process serves between two updates (250 ms).
 */
const MAX_KEYS = 8_192;
/** A key is close to its limit when it has reached this fraction of it. */
const CLOSE = 1 / 4;
/** A count is sent when it is at least this fraction of the limit: one 64th. */
const PARTS_OF_LIMIT = 64;

interface Unsent {
  readonly key: string;
  count: number;
  readonly periodMs: number;
  /** The tick at which the first of these requests was counted. */
  readonly since: number;
  readonly limit: number;
  /** The total of the key, including merged counts of other processes, as a fraction of its limit. */
  closeness: number;
}

/** The total of a key in its period, including merged counts of other processes. */
export interface KeyTotal {
  readonly key: string;
  readonly total: number;
  readonly limit: number;
  readonly periodMs: number;
}

/**
 * Counts of this process that are not yet sent to the others. Keys that are close to their limit are sent first: a
 * flood of keys with one request each cannot delay the count of a frequent visitor. Under such a flood, counts of keys
 * far from their limit may never be sent. A count that is too small to matter waits until it is larger, and is dropped
 * when its period has ended.
 */
export class UnsentCounts {
  #byKey = new Map<string, Unsent>();

  add({ key, total, limit, periodMs }: KeyTotal, count: number, now: number): void {
    const closeness = total / limit;
    const known = this.#byKey.get(key);
    if (known) {
      known.count += count;
      known.closeness = closeness;
    } else if (this.#byKey.size < (closeness < CLOSE ? MAX_KEYS : 2 * MAX_KEYS)) {
      this.#byKey.set(key, { key, count, periodMs, since: now, limit, closeness });
    }
  }

  /** Removes and returns the counts to send now, of at most `mostKeys` keys. */
  take(mostKeys: number, now: number): readonly (readonly [string, number, number])[] {
    if (this.#byKey.size === 0) return [];
    const sent: Unsent[] = [];
    const rest: Unsent[] = [];
    const unsent = [...this.#byKey.values()];
    if (unsent.length > mostKeys) unsent.sort((one, other) => other.closeness - one.closeness);
    for (const each of unsent) {
      if (now - each.since >= each.periodMs) continue;
      const isDue = each.count * PARTS_OF_LIMIT >= each.limit && sent.length < mostKeys;
      (isDue ? sent : rest).push(each);
    }
    this.#byKey = new Map(rest.slice(0, MAX_KEYS / 2).map((each) => [each.key, each]));
    return sent.map(({ key, count, periodMs }) => [key, count, periodMs] as const);
  }
}
