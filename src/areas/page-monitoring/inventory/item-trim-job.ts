import { setImmediate } from 'node:timers/promises';
import type { ScheduledJob } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import type { PageMonitoringDatabase, Tx } from '../page-monitoring-tables.ts';
import { scriptCopyStore } from '../scripts/script-copy-store.ts';
import { visitorHashStore } from '../scripts/visitor-hash-store.ts';
import { INVENTORY_LOCK, itemStore } from './item-store.ts';

/** Rows per transaction: on SQLite other writers wait for it. */
const BATCH_SIZE = 200;
/** A hash that visitors still receive after this time is reported again. */
const HASHES_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

export interface ItemTrimOptions {
  readonly database: PageMonitoringDatabase;
  readonly clock: Clock;
  readonly zones: Pick<ZoneDirectory, 'existing'>;
}

/** Deletes expired items, and those of deleted zones. */
export function itemTrimJob({ database, clock, zones }: ItemTrimOptions): ScheduledJob {
  const { read } = database;

  const inBatches = async (signal: AbortSignal, next: (tx: Tx) => Promise<number>) => {
    for (
      let removed = BATCH_SIZE;
      removed === BATCH_SIZE && !signal.aborted;
      await setImmediate()
    ) {
      removed = await database.transaction(async (tx) => {
        // Without the lock an item could be observed again after it was found to be expired.
        await database.lock(tx, INVENTORY_LOCK);
        return await next(tx);
      });
    }
  };
  const remove = async (tx: Tx, ids: readonly string[]): Promise<number> => {
    const keys = await scriptCopyStore.keysOf(tx, ids);
    await itemStore.remove(tx, ids);
    await scriptCopyStore.chooseRepresentatives(tx, keys);
    return ids.length;
  };

  return {
    name: 'page-item-trim',
    everyMs: 10 * 60_000,
    runsOn: 'cluster',
    timeoutMs: 300_000,
    async run(signal) {
      const now = clock.now();
      await inBatches(signal, async (tx) =>
        remove(tx, await itemStore.expired(tx, now, BATCH_SIZE)),
      );
      await inBatches(signal, (tx) =>
        visitorHashStore.forget(tx, now - HASHES_KEPT_MS, BATCH_SIZE),
      );
      let zoneId = await itemStore.zoneAfter(read, '');
      while (zoneId !== undefined && !signal.aborted) {
        const id = zoneId;
        if (!(await zones.existing([id])).has(id)) {
          await inBatches(signal, async (tx) =>
            remove(tx, await itemStore.idsOfZone(tx, id, BATCH_SIZE)),
          );
        }
        zoneId = await itemStore.zoneAfter(read, id);
      }
    },
  };
}
