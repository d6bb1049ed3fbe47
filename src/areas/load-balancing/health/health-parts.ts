import type { ScheduledJob, TaskQueue } from '../../../contracts/job.ts';
import type { Route } from '../../../http/route.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { AlertOutbox } from '../../../storage/alert-outbox.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import { TaskStore } from '../../../storage/task-store.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import type { MonitorSecrets } from '../monitors/monitor-secrets.ts';
import type { HealthSource } from '../pools/pool-snapshot.ts';
import { healthEventRoutes } from './health-event-routes.ts';
import { healthEventTrimJob } from './health-event-trim.ts';
import { healthProbeJob } from './health-probe-job.ts';
import { HealthReadModel } from './health-read-model.ts';
import { type HealthRoutesOptions, healthRoutes } from './health-routes.ts';
import { HealthService } from './health-service.ts';
import type { Probes } from './origin-probe.ts';
import { PreviewService } from './preview-service.ts';
import { ProbeSchedule } from './probe-schedule.ts';

export interface HealthPartsOptions
  extends Pick<HealthRoutesOptions, 'lists' | 'pools' | 'monitors'> {
  readonly database: LoadBalancingDatabase;
  readonly clock: Clock;
  readonly changes: ChangeLog;
  readonly secrets: MonitorSecrets;
  readonly probes: Probes;
  /** Returns a number from 0 to 1, for the jitter of rounds. */
  readonly random?: () => number;
}

/** What health checks add to the module of the area. */
export interface HealthParts {
  readonly routes: readonly Route[];
  readonly jobs: readonly ScheduledJob[];
  readonly queues: readonly TaskQueue[];
  readonly source: HealthSource;
}

export function healthParts(options: HealthPartsOptions): HealthParts {
  const { database, clock, changes, lists, pools, monitors, secrets, probes } = options;
  const { random = Math.random } = options;
  const tasks = new TaskStore(database, clock);
  const alerts = new AlertOutbox(database, clock);
  const previews = new PreviewService({
    database,
    clock,
    tasks,
    secrets,
    pools: lists,
    origins: probes.previews,
  });
  const schedule = new ProbeSchedule({ database, clock, changes, secrets });
  const service = new HealthService({ database, clock, changes, alerts });
  const health = new HealthReadModel(database);
  return {
    routes: [
      ...healthRoutes({ health, previews, lists, pools, monitors }),
      ...healthEventRoutes(database),
    ],
    jobs: [
      healthProbeJob({ schedule, health: service, origins: probes.regular, clock, random }),
      healthEventTrimJob(database, clock),
    ],
    queues: [previews.queue()],
    source: health,
  };
}
