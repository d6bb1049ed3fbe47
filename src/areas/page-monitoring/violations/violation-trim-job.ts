import type { ScheduledJob } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { PageMonitoringDatabase } from '../page-monitoring-tables.ts';
import { violationStore } from './violation-store.ts';

/** Removes old violations, and samples above the limit of a policy. */
export function violationTrimJob(
  database: PageMonitoringDatabase,
  clock: Clock,
  keepMs: number,
): ScheduledJob {
  return {
    name: 'page-violation-trim',
    everyMs: 10 * 60_000,
    runsOn: 'cluster',
    timeoutMs: 300_000,
    async run(signal) {
      await database.transaction((tx) => violationStore.removeBefore(tx, clock.now() - keepMs));
      const policies = await database.read.selectFrom('page_policies').select('id').execute();
      for (const { id } of policies) {
        if (signal.aborted) return;
        await database.transaction((tx) => violationStore.trimSamples(tx, id));
      }
    },
  };
}
