import { setImmediate } from 'node:timers/promises';
import type { ScheduledJob } from '../../contracts/job.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { KEEP_BUCKETS_MS } from './event-bucket-model.ts';
import { eventBucketStore } from './event-bucket-store.ts';
import { eventCountStore } from './event-count-store.ts';
import { oldestOfNextZone, type Removal, removeOldest } from './oldest-events.ts';
import type { EventTable, SecurityEventsDatabase } from './security-events-tables.ts';

/** Rows per transaction: on SQLite other writers wait for it. */
const ROWS_PER_TRANSACTION = 500;

export interface TrimmedTable {
  readonly table: EventTable;
  readonly keepMs: number;
  /** Maximum rows per zone. Between two runs a zone may have more. */
  readonly mostPerZone: number;
}

export interface EventTrimOptions {
  readonly database: SecurityEventsDatabase;
  readonly clock: Clock;
  readonly zones: Pick<ZoneDirectory, 'existing'>;
  readonly trimmed: readonly TrimmedTable[];
  /** Maximum rows per zone and run, so that no zone delays the others. */
  readonly mostPerRun: number;
}

/** Deletes old and excess events and traces, those of deleted zones, and old counts. */
export function securityEventTrimJob(options: EventTrimOptions): ScheduledJob {
  return {
    name: 'security-event-trim',
    everyMs: 60_000,
    runsOn: 'cluster',
    timeoutMs: 300_000,
    async run(signal) {
      for (const trimmed of options.trimmed) await trim(options, trimmed, signal);
      await trimBuckets(options, signal);
    },
  };
}

/** Reads only one index entry per zone and the rows that it deletes. */
async function trim(
  { database, clock, zones, mostPerRun }: EventTrimOptions,
  { table, keepMs, mostPerZone }: TrimmedTable,
  signal: AbortSignal,
): Promise<void> {
  const { read } = database;
  const counts = await eventCountStore.above(read, table, mostPerZone);
  const before = clock.now() - keepMs;
  const next = (zoneId: string) => oldestOfNextZone(read, table, zoneId).executeTakeFirst();
  for (let oldest = await next(''); oldest && !signal.aborted; oldest = await next(oldest.zoneId)) {
    const { zoneId } = oldest;
    const exists = (await zones.existing([zoneId])).has(zoneId);
    const excess = exists ? (counts.get(zoneId) ?? 0) - mostPerZone : mostPerRun;
    const tooMany = { zoneId, limit: Math.min(excess, mostPerRun) };
    const tooOld = { zoneId, limit: mostPerRun, before };
    if (excess > 0) await remove(database, table, tooMany, signal);
    if (oldest.occurredAt < before) await remove(database, table, tooOld, signal);
    await setImmediate();
  }
}

async function trimBuckets(
  { database, clock }: EventTrimOptions,
  signal: AbortSignal,
): Promise<void> {
  const before = clock.now() - KEEP_BUCKETS_MS;
  for (let removed = ROWS_PER_TRANSACTION; removed === ROWS_PER_TRANSACTION && !signal.aborted; ) {
    removed = await database.transaction((tx) =>
      eventBucketStore.removeBefore(tx, before, ROWS_PER_TRANSACTION),
    );
    await setImmediate();
  }
}

/** Removes up to `limit` rows in short transactions. */
async function remove(
  database: SecurityEventsDatabase,
  table: EventTable,
  removal: Removal,
  signal: AbortSignal,
): Promise<void> {
  for (let left = removal.limit; left > 0 && !signal.aborted; await setImmediate()) {
    const limit = Math.min(left, ROWS_PER_TRANSACTION);
    const removed = await database.transaction((tx) =>
      removeOldest(tx, table, { ...removal, limit }),
    );
    left = removed < limit ? 0 : left - removed;
  }
}
