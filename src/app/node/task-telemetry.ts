import type { Telemetry } from '../../telemetry/telemetry.ts';

/** Log lines and metrics of unfinished tasks that are removed. */
export function taskTelemetry({ log, metrics }: Telemetry) {
  const removed = metrics.counter({
    name: 'tasks_trimmed_total',
    help: 'Tasks removed unfinished because they were too old or too many',
    labels: ['queue', 'state'],
  });
  return {
    trimmed(queue: string, state: string, count: number) {
      removed.inc({ queue, state }, count);
      // Dead letters were already reported when their task failed.
      if (state === 'dead') log.info({ queue, count }, 'old dead letters were removed');
      else log.warn({ queue, count }, 'tasks that were never run were removed');
    },
  };
}
