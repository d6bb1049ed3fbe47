import { BoundedMap } from '../../kernel/bounded-map.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ItemKind } from './item-model.ts';
import { itemStore } from './item-store.ts';
import type { Db } from './page-monitoring-tables.ts';

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
export class ItemRoom {
  readonly #clock: Clock;
  readonly #limits: ItemLimits;
  readonly #rooms = new BoundedMap<string, Room>(ZONES);

  constructor(clock: Clock, limits: ItemLimits) {
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Takes the place of one new item; false when there is none. */
  async take(db: Db, zoneId: string, kind: ItemKind): Promise<boolean> {
    const key = `${kind} ${zoneId}`;
    const now = this.#clock.now();
    let room = this.#rooms.get(key);
    if (!room || now - room.countedAt >= HOUR_MS) {
      const { all, newInHour } = this.#limits;
      const free = all - (await itemStore.count(db, zoneId, kind, all));
      room = { countedAt: now, left: Math.min(free, newInHour) };
      this.#rooms.set(key, room);
    }
    if (room.left <= 0) return false;
    room.left -= 1;
    return true;
  }
}
