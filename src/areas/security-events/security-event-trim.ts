import { setImmediate } from 'node:timers/promises';
import type { ScheduledJob } from '../../contracts/job.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { startOf } from './event-scan.ts';
import { type EventKey, isNewer } from './security-event-model.ts';
import type {
  SecurityEventsDatabase,
  SecurityEventsDb,
  SecurityEventsTx,
} from './security-events-tables.ts';

/** Rows of one transaction: others wait for it on SQLite. */
const LOT = 500;
/** Index entries that are counted at once. */
const STRIDE = 20_000;

const NEWEST = startOf({ until: undefined });

/** What is kept for a while, by zone and time. */
export interface TrimmedStore {
  zoneAfter(db: SecurityEventsDb, zoneId: string): Promise<string | undefined>;
  keyBehind(
    db: SecurityEventsDb,
    zoneId: string,
    before: EventKey,
    rows: number,
  ): Promise<EventKey | undefined>;
  removeOldest(tx: SecurityEventsTx, zoneId: string, upTo: EventKey, most: number): Promise<number>;
}

export interface Trimmed {
  readonly store: TrimmedStore;
  readonly keepMs: number;
  /** The most that a zone keeps, give or take what comes in a minute. */
  readonly mostPerZone: number;
}

export interface EventTrimOptions {
  readonly database: SecurityEventsDatabase;
  readonly clock: Clock;
  readonly zones: Pick<ZoneDirectory, 'existing'>;
  readonly trimmed: readonly Trimmed[];
}

/** Removes events and traces that are too old, too many, or of zones that are gone. */
export function securityEventTrimJob(options: EventTrimOptions): ScheduledJob {
  return {
    name: 'security-event-trim',
    everyMs: 60_000,
    runsOn: 'cluster',
    timeoutMs: 300_000,
    async run(signal) {
      for (const trimmed of options.trimmed) await trim(options, trimmed, signal);
    },
  };
}

async function trim(
  options: EventTrimOptions,
  trimmed: Trimmed,
  signal: AbortSignal,
): Promise<void> {
  const { read } = options.database;
  let zoneId = await trimmed.store.zoneAfter(read, '');
  while (zoneId !== undefined && !signal.aborted) {
    const upTo = await lastToGo(options, trimmed, zoneId);
    await removeUpTo(options, trimmed, zoneId, upTo, signal);
    zoneId = await trimmed.store.zoneAfter(read, zoneId);
  }
}

async function removeUpTo(
  { database }: EventTrimOptions,
  { store }: Trimmed,
  zoneId: string,
  upTo: EventKey,
  signal: AbortSignal,
): Promise<void> {
  for (let removed = LOT; removed === LOT && !signal.aborted; await setImmediate()) {
    removed = await database.transaction((tx) => store.removeOldest(tx, zoneId, upTo, LOT));
  }
}

/** The newest that must not stay. */
async function lastToGo(
  { zones, clock, database }: EventTrimOptions,
  trimmed: Trimmed,
  zoneId: string,
): Promise<EventKey> {
  if (!(await zones.existing([zoneId])).has(zoneId)) return NEWEST;
  const tooOld = { occurredAt: clock.now() - trimmed.keepMs, seq: 0 };
  const tooMany = await firstBeyond(database, trimmed, zoneId);
  return tooMany && isNewer(tooMany, tooOld) ? tooMany : tooOld;
}

/** The newest that is one too many. */
async function firstBeyond(
  { read }: SecurityEventsDatabase,
  { store, mostPerZone }: Trimmed,
  zoneId: string,
): Promise<EventKey | undefined> {
  let key: EventKey | undefined = NEWEST;
  for (let left = mostPerZone + 1; left > 0 && key; left -= STRIDE) {
    key = await store.keyBehind(read, zoneId, key, Math.min(left, STRIDE));
    await setImmediate();
  }
  return key;
}
