import type { ScheduledJob, TaskQueue } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { TaskStore } from '../../../storage/task-store.ts';
import type { PoolDirectory } from '../../load-balancing/pools/pool-read-model.ts';
import type { PageCoverage } from '../../page-monitoring/policies/page-coverage-read-model.ts';
import type { Outbox } from '../delivery/outbox.ts';
import { compose } from '../messages/compose.ts';
import type { MessageNames } from '../messages/message-names.ts';
import type { NotificationsDatabase } from '../notifications-tables.ts';
import type { NotificationsTelemetry } from '../notifications-telemetry.ts';
import { AlertEvaluation } from './alert-evaluation.ts';
import { AlertGroups } from './alert-groups.ts';
import { entryTrimJob } from './entry-trim.ts';
import { alertQueue, groupQueue } from './evaluation-queues.ts';
import { messageWriter } from './message-writer.ts';

export interface EvaluationPartsOptions {
  readonly database: NotificationsDatabase;
  readonly clock: Clock;
  readonly pools: PoolDirectory;
  readonly pages: PageCoverage;
  readonly names: MessageNames;
  readonly outbox: Outbox;
  readonly onEvaluated: NotificationsTelemetry['evaluated'];
}

/** The parts of the area's module that evaluate alerts. */
export function evaluationParts(options: EvaluationPartsOptions): {
  readonly queues: readonly TaskQueue[];
  readonly jobs: readonly ScheduledJob[];
} {
  const { database, clock } = options;
  const common = { ...options, write: messageWriter(compose) };
  const groups = new AlertGroups({ ...common, tasks: new TaskStore(database, clock) });
  const evaluation = new AlertEvaluation({ ...common, groups });
  return {
    queues: [alertQueue(evaluation, options.onEvaluated), groupQueue(groups)],
    jobs: [entryTrimJob(database, clock)],
  };
}
