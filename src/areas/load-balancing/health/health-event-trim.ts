import type { ScheduledJob } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { healthCheckEventStore } from '../health-checks/health-check-event-store.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { healthEventStore } from './health-event-store.ts';

const KEEP_MS = 30 * 24 * 60 * 60 * 1000;
/** Limits each history, so that flapping origins do not fill the disk. */
const MOST = 250_000;

export function healthEventTrimJob(database: LoadBalancingDatabase, clock: Clock): ScheduledJob {
  return {
    name: 'health-event-trim',
    everyMs: 60 * 60 * 1000,
    runsOn: 'cluster',
    timeoutMs: 60_000,
    async run() {
      const before = clock.now() - KEEP_MS;
      await database.transaction((tx) => healthEventStore.trim(tx, before, MOST));
      await database.transaction((tx) => healthCheckEventStore.trim(tx, before, MOST));
    },
  };
}
