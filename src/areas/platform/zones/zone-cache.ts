import type { Clock } from '../../../kernel/clock.ts';
import { TtlCache } from '../../../kernel/ttl-cache.ts';
import type { PlatformDatabase } from '../platform-tables.ts';
import type { Zone } from './zone-model.ts';
import { zoneStore } from './zone-store.ts';

const CACHED_ZONES = 10_000;
const CACHE_MS = 5_000;

/**
 * Zones by id, since every API request needs the account of its zone. Writers in this process call `forget` after
 * their commit; for changes by other processes, the change feed does.
 */
export class ZoneCache {
  readonly #database: PlatformDatabase;
  readonly #zones: TtlCache<string, Zone>;

  constructor(database: PlatformDatabase, clock: Clock) {
    this.#database = database;
    const options = { capacity: CACHED_ZONES, keepMs: CACHE_MS, clock };
    this.#zones = new TtlCache(options, (id) => zoneStore.find(database.read, id));
  }

  /** May be a few seconds old if other nodes write to the same database. */
  get(id: string): Promise<Zone | undefined> {
    return this.#zones.get(id);
  }

  /** The current state. It is read from the cache only if no other node can write to the database. */
  getCurrent(id: string): Promise<Zone | undefined> {
    return this.#database.dialect.isShared
      ? zoneStore.find(this.#database.read, id)
      : this.#zones.get(id);
  }

  forget(): void {
    this.#zones.forget();
  }
}
