import type { Clock } from '../../../kernel/clock.ts';
import { TtlCache } from '../../../kernel/ttl-cache.ts';
import type { PlatformDatabase } from '../platform-tables.ts';
import type { Zone } from './zone-model.ts';
import { zoneStore } from './zone-store.ts';

const CACHED_ZONES = 10_000;
const CACHE_MS = 5_000;

/**
 * Zones by id, for what every request asks: which account a zone belongs to, which never changes.
 * Writers of this process call `forget` after their commit, others are heard of through the change feed.
 */
export class ZoneCache {
  readonly #database: PlatformDatabase;
  readonly #zones: TtlCache<string, Zone>;

  constructor(database: PlatformDatabase, clock: Clock) {
    this.#database = database;
    const options = { capacity: CACHED_ZONES, keepMs: CACHE_MS, clock };
    this.#zones = new TtlCache(options, (id) => zoneStore.find(database.read, id));
  }

  /** May be a moment old on a database that other nodes write to. */
  get(id: string): Promise<Zone | undefined> {
    return this.#zones.get(id);
  }

  /** As of now: from memory only where no other node can have changed it. */
  getCurrent(id: string): Promise<Zone | undefined> {
    return this.#database.dialect.isShared
      ? zoneStore.find(this.#database.read, id)
      : this.#zones.get(id);
  }

  forget(): void {
    this.#zones.forget();
  }
}
