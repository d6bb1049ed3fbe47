import { BoundedMap } from '../../../kernel/bounded-map.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { Db } from '../page-monitoring-tables.ts';
import type { ItemKind } from './item-model.ts';
import { itemStore } from './item-store.ts';

/** How many items of a kind a zone may have, and how many of them may be new within an hour. */
export interface ItemLimits {
  readonly all: number;
  readonly newInHour: number;
}

const HOUR_MS = 3_600_000;
const ZONES = 10_000;

interface Room {
  /** When it was counted, and what was left then, less what was taken since. */
  readonly countedAt: number;
  left: number;
}

/** Room for new items. Counting costs with what is there, so it is done once an hour. */
export class ItemQuota {
  readonly #clock: Clock;
  readonly #limits: ItemLimits;
  readonly #rooms = new BoundedMap<string, Room>(ZONES);

  constructor(clock: Clock, limits: ItemLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** For one attempt to store items: what it takes is gone when it says so, and not if it fails. */
  open(): QuotaTaker {
    const taken = new Map<Room, number>();
    return {
      take: async (db, zoneId, kind) => {
        const room = await this.#roomOf(db, zoneId, kind);
        const before = taken.get(room) ?? 0;
        if (before >= room.left) return false;
        taken.set(room, before + 1);
        return true;
      },
      keep: () => {
        for (const [room, count] of taken) room.left -= count;
      },
    };
  }

  async #roomOf(db: Db, zoneId: string, kind: ItemKind): Promise<Room> {
    const key = `${kind} ${zoneId}`;
    const now = this.#clock.now();
    const known = this.#rooms.get(key);
    if (known && now - known.countedAt < HOUR_MS) return known;
    const { all, newInHour } = this.#limits;
    const free = all - (await itemStore.count(db, zoneId, kind, all));
    const room = { countedAt: now, left: Math.min(free, newInHour) };
    this.#rooms.set(key, room);
    return room;
  }
}

export interface QuotaTaker {
  /** Takes the place of one new item; false when there is none. */
  take(db: Db, zoneId: string, kind: ItemKind): Promise<boolean>;
  /** The items are stored. */
  keep(): void;
}
