import { MAX_VISITORS } from '../../../contracts/events/page-observation.ts';
import { BoundedMap } from '../../../kernel/bounded-map.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Db } from '../page-monitoring-tables.ts';
import { type ItemKind, isFrequent } from './item-model.ts';
import { itemStore } from './item-store.ts';
import type { Sighting } from './observation-merge.ts';

/** Maximum items of a kind per zone, and maximum new items per hour. */
export interface ItemLimits {
  readonly all: number;
  readonly newInHour: number;
}

/** The parts of a sighting of a new item that decide whether it is stored. */
export type NewItem = Pick<Sighting, 'id' | 'zoneId' | 'kind' | 'visitors'>;

const HOUR_MS = 3_600_000;
const ZONES = 10_000;
/** New items that wait for further visitors, of all zones. */
const WAITING = 65_536;
/** The part of the hourly quota that only items of several visitors use. */
const KEPT_FOR_MANY = 1 / 4;
/** The share of one network (an IPv4 /24) in the hourly quota, and in the part for items of several visitors. */
const NETWORK_SHARE = 1 / 100;
const NETWORK_SHARE_OF_MANY = 1 / 400;
/** An IPv6 /48 has the shares of several networks, because providers assign smaller blocks to homes. */
const IPV6_SHARES = 8;

interface ZoneQuota {
  /** When the stored items were counted. */
  readonly countedAt: number;
  /** New items that are allowed until the next count: of any visitor, and of several visitors. */
  left: number;
  leftForMany: number;
  /** New items by visitor, network and part of the quota. */
  readonly used: Map<string, number>;
}

/**
 * Limits new items. Visitors can invent items, so the hourly quota is shared between networks, and a part of it is kept
 * for items that several visitors report. An item that was refused waits in memory for further visitors.
 *
 * Counting stored items is expensive, so it is done once an hour for each zone and kind.
 */
export class ItemQuota {
  readonly #clock: Clock;
  readonly #limits: ItemLimits;
  readonly #quotas = new BoundedMap<string, ZoneQuota>(ZONES);
  /** The visitors of items that were refused. */
  readonly #waiting = new BoundedMap<string, readonly string[]>(WAITING);

  constructor(clock: Clock, limits: ItemLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Stores items with a reservation, which is cancelled if that fails. */
  async attempt<Result>(store: (quota: QuotaReservation) => Promise<Result>): Promise<Result> {
    const undo: (() => void)[] = [];
    const cancel = () => {
      for (const step of undo.splice(0)) step();
    };
    try {
      return await store({
        take: async (db, item) => {
          const quota = await this.#quotaOf(db, item.zoneId, item.kind);
          return this.#take(quota, item, undo);
        },
        cancel,
      });
    } catch (error) {
      cancel();
      throw error;
    }
  }

  #take(quota: ZoneQuota, { id, visitors }: NewItem, undo: (() => void)[]): boolean {
    const payer = quota.left > 0 ? visitors.find((each) => this.#mayPay(quota, each)) : undefined;
    if (payer !== undefined) {
      quota.left -= 1;
      undo.push(() => {
        quota.left += 1;
      });
      for (const name of [payer, networkOf(payer)]) use(quota, name, undo);
      return true;
    }
    const shared = this.#limits.newInHour * NETWORK_SHARE_OF_MANY;
    const waiting = [...new Set([...(this.#waiting.get(id) ?? []), ...visitors])]
      // Visitors whose network has used up its share could otherwise keep the item from being stored.
      .filter((each) => usedOf(quota, many(each)) < sharesOf(each, shared))
      .slice(0, MAX_VISITORS);
    if (isFrequent(waiting) && quota.leftForMany > 0) {
      quota.leftForMany -= 1;
      undo.push(() => {
        quota.leftForMany += 1;
      });
      for (const name of new Set(waiting.map(many))) use(quota, name, undo);
      return true;
    }
    this.#wait(quota, id, waiting);
    return false;
  }

  #mayPay(quota: ZoneQuota, visitor: string): boolean {
    const share = this.#limits.newInHour * NETWORK_SHARE;
    const network = networkOf(visitor);
    return (
      usedOf(quota, visitor) < Math.max(1, share) &&
      usedOf(quota, network) < sharesOf(visitor, share)
    );
  }

  /** One network cannot displace the waiting items of others. */
  #wait(quota: ZoneQuota, id: string, visitors: readonly string[]): void {
    const [first] = visitors;
    if (first === undefined) return;
    if (!this.#waiting.get(id)) {
      const name = `waiting ${networkOf(first)}`;
      const most = sharesOf(first, this.#limits.newInHour * NETWORK_SHARE);
      if (usedOf(quota, name) >= most || quota.used.size >= WAITING) return;
      use(quota, name, []);
    }
    this.#waiting.set(id, visitors);
  }

  async #quotaOf(db: Db, zoneId: string, kind: ItemKind): Promise<ZoneQuota> {
    const key = `${kind} ${zoneId}`;
    const now = this.#clock.tick();
    const known = this.#quotas.get(key);
    if (known && now - known.countedAt < HOUR_MS) return known;
    const { all, newInHour } = this.#limits;
    const free = all - (await itemStore.count(db, zoneId, kind, all));
    const allowed = Math.min(free, newInHour);
    const leftForMany = Math.floor(allowed * KEPT_FOR_MANY);
    const quota = {
      countedAt: now,
      left: allowed - leftForMany,
      leftForMany,
      used: new Map<string, number>(),
    };
    this.#quotas.set(key, quota);
    return quota;
  }
}

export interface QuotaReservation {
  /** Reserves one new item; false if no quota is left for its visitors. */
  take(db: Db, item: NewItem): Promise<boolean>;
  /** Returns the reservations of this attempt to the quota. */
  cancel(): void;
}

/** The beginning of the token of a visitor, see `Seen`. */
const networkOf = (visitor: string): string => visitor.slice(0, 9);

const many = (visitor: string): string => `many ${networkOf(visitor)}`;

function sharesOf(visitor: string, share: number): number {
  return Math.max(1, visitor.startsWith('6') ? share * IPV6_SHARES : share);
}

function usedOf({ used }: ZoneQuota, name: string): number {
  return used.get(name) ?? 0;
}

function use({ used }: ZoneQuota, name: string, undo: (() => void)[]): void {
  used.set(name, (used.get(name) ?? 0) + 1);
  undo.push(() => used.set(name, (used.get(name) ?? 1) - 1));
}
