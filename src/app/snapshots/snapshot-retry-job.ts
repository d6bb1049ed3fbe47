import type { ScheduledJob } from '../../contracts/job.ts';
import type { SnapshotBuilder } from './snapshot-builder.ts';

/** Retries failed builds, because their cause may have gone away. */
export function snapshotRetryJob(builder: SnapshotBuilder): ScheduledJob {
  return {
    name: 'snapshot-retry',
    everyMs: 5_000,
    runsOn: 'node',
    timeoutMs: 60_000,
    async run() {
      if (builder.failures.size > 0) await builder.retryFailed();
    },
  };
}
