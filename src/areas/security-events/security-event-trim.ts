import { setImmediate } from 'node:timers/promises';
import type { ScheduledJob } from '../../contracts/job.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { ZoneDirectory } from '../platform/zone-read-model.ts';
import { type EventScan, keyBehind, startOf } from './event-scan.ts';
import { type EventKey, isNewer } from './security-event-model.ts';
import { securityEventStore } from './security-event-store.ts';
import type { SecurityEventsDatabase } from './security-events-tables.ts';

/** Rows of one transaction: others wait for it on SQLite. */
const LOT = 500;
/** Index entries that are counted at once. */
const STRIDE = 20_000;

export interface EventTrimOptions {
  readonly database: SecurityEventsDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
  readonly keepMs: number;
  /** The most events that a zone keeps, give or take those of a minute. */
  readonly mostPerZone: number;
}

/** Removes events that are too old, too many, or of zones that are gone. */
export function securityEventTrimJob(options: EventTrimOptions): ScheduledJob {
  const { read } = options.database;
  return {
    name: 'security-event-trim',
    everyMs: 60_000,
    runsOn: 'cluster',
    timeoutMs: 300_000,
    async run(signal) {
      let zoneId = await securityEventStore.zoneAfter(read, '');
      while (zoneId !== undefined && !signal.aborted) {
        await removeUpTo(options, zoneId, await lastToGo(options, zoneId), signal);
        zoneId = await securityEventStore.zoneAfter(read, zoneId);
      }
    },
  };
}

async function removeUpTo(
  { database }: EventTrimOptions,
  zoneId: string,
  upTo: EventKey,
  signal: AbortSignal,
): Promise<void> {
  for (let removed = LOT; removed === LOT && !signal.aborted; await setImmediate()) {
    removed = await database.transaction((tx) =>
      securityEventStore.removeOldest(tx, zoneId, upTo, LOT),
    );
  }
}

/** The newest event that must not stay. */
async function lastToGo(options: EventTrimOptions, zoneId: string): Promise<EventKey> {
  const { zones, clock, keepMs } = options;
  const all = { zoneId, since: undefined, until: undefined, equals: {}, pathPrefix: undefined };
  const [zone] = await zones.listAccounts([zoneId]);
  if (!zone) return startOf(all);
  const tooOld = { occurredAt: clock.now() - keepMs, seq: 0 };
  const tooMany = await firstBeyond(options, { filter: all, lead: undefined });
  return tooMany && isNewer(tooMany, tooOld) ? tooMany : tooOld;
}

/** The newest event that is one too many. */
async function firstBeyond(
  { database, mostPerZone }: EventTrimOptions,
  scan: EventScan,
): Promise<EventKey | undefined> {
  let key: EventKey | undefined = startOf(scan.filter);
  for (let left = mostPerZone + 1; left > 0 && key; left -= STRIDE) {
    key = await keyBehind(database.read, scan, key, Math.min(left, STRIDE));
    await setImmediate();
  }
  return key;
}
