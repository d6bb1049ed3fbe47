import { setImmediate } from 'node:timers/promises';
import type { ScheduledJob } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { NotificationsDatabase } from '../notifications-tables.ts';
import { entryStore } from './entry-store.ts';

/** Longer than an alert waits in its queue: as long as it may be evaluated again, its entries must be there. */
const KEEP_MS = 8 * 24 * 3_600_000;

/** Removes entries of alerts that nobody can evaluate again. */
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
