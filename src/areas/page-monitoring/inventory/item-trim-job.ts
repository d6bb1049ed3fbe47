import { setImmediate } from 'node:timers/promises';
import type { ScheduledJob } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import type { PageMonitoringDatabase, Tx } from '../page-monitoring-tables.ts';
import { scriptCopyStore } from '../scripts/script-copy-store.ts';
import { visitorHashStore } from '../scripts/visitor-hash-store.ts';
import { INVENTORY_LOCK, itemStore } from './item-store.ts';

/** Rows of one transaction: others wait for it on SQLite. */
const LOT = 200;
/** Afterwards a hash that visitors still receive is told again. */
const HASHES_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export interface ItemTrimOptions {
  readonly database: PageMonitoringDatabase;
  readonly clock: Clock;
  readonly zones: Pick<ZoneDirectory, 'existing'>;
}

/** Forgets items that were not seen for too long, and those of zones that are gone. */
export function itemTrimJob({ database, clock, zones }: ItemTrimOptions): ScheduledJob {
  const { read } = database;

  const inLots = async (signal: AbortSignal, next: (tx: Tx) => Promise<number>) => {
    for (let removed = LOT; removed === LOT && !signal.aborted; await setImmediate()) {
      removed = await database.transaction(async (tx) => {
        // Otherwise an item could be seen again between being found too old and being removed.
        await database.lock(tx, INVENTORY_LOCK);
        return await next(tx);
      });
    }
  };
  const remove = async (tx: Tx, ids: readonly string[]): Promise<number> => {
    const keys = await scriptCopyStore.keysOf(tx, ids);
    await itemStore.remove(tx, ids);
    await scriptCopyStore.settle(tx, keys);
    return ids.length;
  };

  return {
    name: 'page-item-trim',
    everyMs: 10 * 60_000,
    runsOn: 'cluster',
    timeoutMs: 300_000,
    async run(signal) {
      const now = clock.now();
      await inLots(signal, async (tx) => remove(tx, await itemStore.expired(tx, now, LOT)));
      await inLots(signal, (tx) => visitorHashStore.forget(tx, now - HASHES_KEPT_MS, LOT));
      let zoneId = await itemStore.zoneAfter(read, '');
      while (zoneId !== undefined && !signal.aborted) {
        const id = zoneId;
        if (!(await zones.existing([id])).has(id)) {
          await inLots(signal, async (tx) => remove(tx, await itemStore.idsOfZone(tx, id, LOT)));
        }
        zoneId = await itemStore.zoneAfter(read, id);
      }
    },
  };
}
