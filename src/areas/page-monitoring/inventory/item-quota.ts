import { BoundedMap } from '../../../kernel/bounded-map.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Db } from '../page-monitoring-tables.ts';
import type { ItemKind } from './item-model.ts';
import { itemStore } from './item-store.ts';

/** Maximum items of a kind per zone, and maximum new items per hour. */
export interface ItemLimits {
  readonly all: number;
  readonly newInHour: number;
}

const HOUR_MS = 3_600_000;
const ZONES = 10_000;

interface ZoneQuota {
  /** When the stored items were counted. */
  readonly countedAt: number;
  /** New items that are allowed until the next count. */
  left: number;
}

/** Limits new items. Counting stored items is expensive, so it is done once an hour for each zone and kind. */
export class ItemQuota {
  readonly #clock: Clock;
  readonly #limits: ItemLimits;
  readonly #quotas = new BoundedMap<string, ZoneQuota>(ZONES);

  constructor(clock: Clock, limits: ItemLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** For one attempt to store items. The quota is consumed only when the attempt is committed. */
  reserve(): QuotaReservation {
    const taken = new Map<ZoneQuota, number>();
    return {
      take: async (db, zoneId, kind) => {
        const quota = await this.#quotaOf(db, zoneId, kind);
        const before = taken.get(quota) ?? 0;
        if (before >= quota.left) return false;
        taken.set(quota, before + 1);
        return true;
      },
      commit: () => {
        for (const [quota, count] of taken) quota.left -= count;
      },
    };
  }

  async #quotaOf(db: Db, zoneId: string, kind: ItemKind): Promise<ZoneQuota> {
    const key = `${kind} ${zoneId}`;
    const now = this.#clock.tick();
    const known = this.#quotas.get(key);
    if (known && now - known.countedAt < HOUR_MS) return known;
    const { all, newInHour } = this.#limits;
    const free = all - (await itemStore.count(db, zoneId, kind, all));
    const quota = { countedAt: now, left: Math.min(free, newInHour) };
    this.#quotas.set(key, quota);
    return quota;
  }
}

export interface QuotaReservation {
  /** Reserves one new item; false if the quota is used up. */
  take(db: Db, zoneId: string, kind: ItemKind): Promise<boolean>;
  /** Called after the items were stored. */
  commit(): void;
}
