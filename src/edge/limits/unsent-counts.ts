/**
 * Keys whose counts are remembered until they are sent; half as many after each time they are sent. Keys that are
 * close to their limit are remembered beyond this number, up to twice as many: together more than a process can
 * serve requests in the quarter of a second between two updates.
 */
const MOST_KEYS = 8_192;
/** A key is close to its limit when it has reached this part of it. */
const CLOSE = 1 / 4;
/** A count is sent as soon as it is at least one 64th of the limit. */
const PARTS_OF_LIMIT = 64;

interface Unsent {
  readonly key: string;
  count: number;
  readonly periodMs: number;
  /** When the first of these requests was counted. */
  readonly since: number;
  readonly limit: number;
  /** What this process knows of the key in all, as a part of its limit. */
  closeness: number;
}

/** What a key has reached in its period, as far as this process knows. */
export interface KeyTotal {
  readonly key: string;
  readonly total: number;
  readonly limit: number;
  readonly periodMs: number;
}

/**
 * What this process has counted and the others do not know yet. Keys that are close to their limit are sent first:
 * a flood of keys that come once each cannot hold back the count of a visitor who comes often. Under such a
 * flood, requests of a key that is far from its limit may remain unknown to the other processes. A count
 * that is too small to matter waits until it is larger, or its period is over.
 */
export class UnsentCounts {
  #byKey = new Map<string, Unsent>();

  add({ key, total, limit, periodMs }: KeyTotal, count: number, now: number): void {
    const closeness = total / limit;
    const known = this.#byKey.get(key);
    if (known) {
      known.count += count;
      known.closeness = closeness;
    } else if (this.#byKey.size < (closeness < CLOSE ? MOST_KEYS : 2 * MOST_KEYS)) {
      this.#byKey.set(key, { key, count, periodMs, since: now, limit, closeness });
    }
  }

  /** The counts to send now, at most of so many keys. */
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
    this.#byKey = new Map(rest.slice(0, MOST_KEYS / 2).map((each) => [each.key, each]));
    return sent.map(({ key, count, periodMs }) => [key, count, periodMs] as const);
  }
}
