import type { ScheduledJob, TaskQueue } from '../../../contracts/job.ts';
import type { Route } from '../../../http/route.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { TextSealer } from '../../../kernel/sealed-text.ts';
import { ResourceService } from '../../../resources/resource-service.ts';
import { zoneFinder } from '../../../resources/scope.ts';
import { AlertOutbox } from '../../../storage/alert-outbox.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import { TaskStore } from '../../../storage/task-store.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import type { Probes } from '../health/origin-probe.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { healthCheckEventRoutes } from './health-check-event-routes.ts';
import { healthCheckKind } from './health-check-kind.ts';
import { healthCheckPreviewRoutes } from './health-check-preview-routes.ts';
import { HealthCheckPreviewService } from './health-check-preview-service.ts';
import { healthCheckProbeJob } from './health-check-probe-job.ts';
import { HealthCheckProbeService } from './health-check-probe-service.ts';
import { type HealthCheckDirectory, HealthCheckReadModel } from './health-check-read-model.ts';
import { healthCheckRoutes } from './health-check-routes.ts';
import { healthCheckSecrets } from './health-check-secrets.ts';
import { healthCheckStore } from './health-check-store.ts';

export interface HealthCheckPartsOptions {
  readonly database: LoadBalancingDatabase;
  readonly clock: Clock;
  readonly changes: ChangeLog;
  readonly zones: ZoneDirectory;
  readonly sealer: TextSealer;
  readonly probes: Probes;
}

/** What stand-alone health checks add to the module of the area. */
export interface HealthCheckParts {
  readonly routes: readonly Route[];
  readonly jobs: readonly ScheduledJob[];
  readonly queues: readonly TaskQueue[];
  readonly directory: HealthCheckDirectory;
}

export function healthCheckParts(options: HealthCheckPartsOptions): HealthCheckParts {
  const { database, clock, zones, probes } = options;
  const secrets = healthCheckSecrets(options.sealer);
  const store = healthCheckStore(secrets);
  const healthChecks = new ResourceService(options, healthCheckKind(store));
  const findZone = zoneFinder(zones, healthChecks.kind.read);
  const tasks = new TaskStore(database, clock);
  const previews = new HealthCheckPreviewService({
    database,
    clock,
    tasks,
    secrets,
    origins: probes.previews,
  });
  const results = new HealthCheckProbeService({
    database,
    clock,
    alerts: new AlertOutbox(database, clock),
  });
  return {
    routes: [
      ...healthCheckRoutes({ database, healthChecks, store, findZone }),
      ...healthCheckPreviewRoutes({ previews, findZone }),
      ...healthCheckEventRoutes(database),
    ],
    jobs: [
      healthCheckProbeJob({
        database,
        clock,
        secrets,
        origins: probes.regular,
        results,
        random: Math.random,
      }),
    ],
    queues: [previews.queue()],
    directory: new HealthCheckReadModel(database),
  };
}
