import { setImmediate } from 'node:timers/promises';
import type { ScheduledJob } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { NotificationsDatabase } from '../notifications-tables.ts';
import { entryStore } from './entry-store.ts';

/** Longer than the maximum age of an alert in its queue: while it may be evaluated again, its entries must exist. */
const KEEP_MS = 8 * 24 * 3_600_000;

/** Deletes entries of alerts that cannot be evaluated again. */
export function entryTrimJob(database: NotificationsDatabase, clock: Clock): ScheduledJob {
  return {
    name: 'notification-entry-trim',
    everyMs: 3_600_000,
    runsOn: 'cluster',
    timeoutMs: 300_000,
    async run(signal) {
      const before = clock.now() - KEEP_MS;
      const trim = () => database.transaction((tx) => entryStore.trim(tx, before));
      while (!signal.aborted && (await trim()) > 0) await setImmediate();
    },
  };
}
