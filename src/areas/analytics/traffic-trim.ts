import { setImmediate } from 'node:timers/promises';
import type { ScheduledJob } from '../../contracts/job.ts';
import type { Clock } from '../../kernel/clock.ts';
import { type AnalyticsDatabase, trafficTables } from './analytics-tables.ts';
import { oldestKept, trafficPeriods } from './traffic-periods.ts';
import { trafficStore } from './traffic-store.ts';

const HOUR_MS = 3_600_000;
/** Rows per transaction: on SQLite other writers wait for it. */
const ROWS = 500;

/** Removes figures of periods that are no longer kept. */
export function trafficTrimJob(database: AnalyticsDatabase, clock: Clock): ScheduledJob {
  return {
    name: 'traffic-trim',
    everyMs: HOUR_MS,
    runsOn: 'cluster',
    timeoutMs: 300_000,
    async run(signal) {
      for (const table of trafficTables) {
        for (const period of trafficPeriods) {
          const before = oldestKept(period, clock.now());
          for (let removed = 1; removed > 0 && !signal.aborted; await setImmediate()) {
            removed = await database.transaction((tx) =>
              trafficStore.removeOldest(tx, table, period, before, ROWS),
            );
          }
        }
      }
    },
  };
}
