import { setImmediate } from 'node:timers/promises';
import type { ScheduledJob, TaskQueue } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { AlertOutbox } from '../../../storage/alert-outbox.ts';
import type { PageItem } from '../inventory/item-model.ts';
import { INVENTORY_LOCK, itemStore } from '../inventory/item-store.ts';
import type { PageMonitoringDatabase } from '../page-monitoring-tables.ts';
import type { ThreatCheckService } from './threat-check-service.ts';
import { THREAT_CHECK_QUEUE } from './threat-feed-model.ts';
import type { ThreatFeedService } from './threat-feed-service.ts';

/** Items per query, and maximum writes per transaction. */
const BATCH_SIZE = 500;
const TIMEOUT_MS = 30 * 60_000;

export interface ThreatCheckOptions {
  readonly database: PageMonitoringDatabase;
  readonly clock: Clock;
  readonly alerts: AlertOutbox;
  readonly threats: ThreatCheckService;
}

/** Checks all stored items after a feed has changed. */
export function threatCheckQueue(options: ThreatCheckOptions): TaskQueue {
  return {
    name: THREAT_CHECK_QUEUE,
    concurrency: 1,
    maxAttempts: 10,
    // After a day the daily check has done the same.
    maxAgeMs: 24 * 3_600_000,
    timeoutMs: TIMEOUT_MS,
    run: (_, signal) => checkAll(options, signal),
  };
}

/** The same check once a day, for zones whose plan has changed. Also deletes leftovers of failed imports. */
export function threatCheckJob(
  options: ThreatCheckOptions,
  feeds: ThreatFeedService,
): ScheduledJob {
  return {
    name: 'page-threat-daily-check',
    everyMs: 24 * 3_600_000,
    runsOn: 'cluster',
    timeoutMs: TIMEOUT_MS,
    async run(signal) {
      await feeds.sweep(signal);
      await checkAll(options, signal);
    },
  };
}

/** Reads all items by id. Most batches need no change, and only a batch with changes takes the lock. */
async function checkAll(options: ThreatCheckOptions, signal: AbortSignal): Promise<void> {
  const { read } = options.database;
  let items = await itemStore.resourcesAfter(read, '', BATCH_SIZE);
  for (let last = items.at(-1); last; last = items.at(-1)) {
    signal.throwIfAborted();
    await checkBatch(options, items);
    await setImmediate();
    items = await itemStore.resourcesAfter(read, last.id, BATCH_SIZE);
  }
}

async function checkBatch(options: ThreatCheckOptions, items: readonly PageItem[]): Promise<void> {
  const { database, threats, clock, alerts } = options;
  const scopes = await threats.scopesOf(items.map(({ zoneId }) => zoneId));
  const different = await threats.changed(database.read, items, scopes);
  if (different.length === 0) return;
  await database.transaction(async (tx) => {
    await database.lock(tx, INVENTORY_LOCK);
    const ids = different.map(({ id }) => id);
    const current = await itemStore.findMany(tx, ids);
    const changed = await threats.changed(tx, [...current.values()], scopes);
    await itemStore.saveThreats(tx, changed);
    await alerts.record(tx, threats.alerts(current, changed, scopes, clock.now()));
  });
}
