import type { ScheduledJob } from '../../contracts/job.ts';
import { systemClock } from '../../kernel/clock.ts';
import type { DiskFullReport } from '../../kernel/disk-errors/disk-full.ts';
import { LeaseStore } from '../../storage/lease-store.ts';
import { NodeReportStore } from '../../storage/node-report-store.ts';
import { outboxTrimJob } from '../../storage/outbox-trim.ts';
import { tasksOf } from '../../storage/task-order.ts';
import { TaskStore } from '../../storage/task-store.ts';
import { taskTrimJob } from '../../storage/task-trim.ts';
import { topicPositionTrimJob } from '../../storage/topic-positions.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import { JobHost } from '../../workers/job-host.ts';
import type { Settings } from '../settings/settings.ts';
import type { Core } from './core.ts';
import { replaceHolder } from './job-holder.ts';
import type { RetryingPart } from './resume-on-return.ts';
import { taskTelemetry } from './task-telemetry.ts';

/**
 * The jobs and task queues of a node, which `holder` identifies: those of all areas, the cleanup jobs of the database, and jobs of
 * the node itself.
 */
export function jobsPart(
  { database, modules }: Core,
  holder: string,
  ofNode: readonly ScheduledJob[],
  settings: Settings,
  telemetry: Telemetry,
  reportDiskFull: DiskFullReport,
): RetryingPart {
  for (const module of modules) module.observe?.(telemetry);
  const all = [
    outboxTrimJob(database, systemClock),
    topicPositionTrimJob(database, systemClock),
    taskTrimJob({ database, clock: systemClock, onRemoved: taskTelemetry(telemetry).trimmed }),
    ...ofNode,
    ...modules.flatMap((module) => module.jobs),
  ];
  // Jobs with `runsOn: 'node'` run on every node, whatever its roles.
  const isWorker = settings.roles.has('worker');
  const queues = isWorker ? modules.flatMap((module) => module.queues) : [];
  const leases = new LeaseStore(database, systemClock);
  const tasks = new TaskStore(database, systemClock);
  const reports = new NodeReportStore(database, systemClock);
  const host = new JobHost({
    jobs: isWorker ? all : all.filter((job) => job.runsOn === 'node'),
    queues,
    leases,
    tasks,
    clock: systemClock,
    holder,
    telemetry,
    graceMs: settings.drainSeconds * 1000,
  });
  database.onCommit((written) => {
    for (const { name } of queues) if (written.has(tasksOf(name))) host.wake(name);
  });
  return {
    name: 'jobs',
    async start() {
      const release = async (former: string) => {
        await leases.releaseAll(former);
        await tasks.releaseAll(former);
        await reports.remove(former);
      };
      await replaceHolder(settings.dataDir, holder, release, reportDiskFull);
      host.start();
    },
    retryNow: () => host.retryNow(),
    stop: () => host.stop(),
  };
}
