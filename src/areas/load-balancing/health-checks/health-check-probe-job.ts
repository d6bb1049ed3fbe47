import type { ScheduledJob } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { OriginProbe } from '../health/origin-probe.ts';
import { probeJob } from '../health/probe-job.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { toProbing } from './health-check-model.ts';
import type { HealthCheckProbeService } from './health-check-probe-service.ts';
import { type DueCheck, healthCheckProbeStore } from './health-check-probe-store.ts';
import type { HealthCheckSecrets } from './health-check-secrets.ts';

export interface HealthCheckProbeJobOptions {
  readonly database: LoadBalancingDatabase;
  readonly clock: Clock;
  readonly secrets: HealthCheckSecrets;
  readonly origins: OriginProbe;
  readonly results: HealthCheckProbeService;
  readonly random: () => number;
}

/** Probes all stand-alone health checks that are due. */
export function healthCheckProbeJob(options: HealthCheckProbeJobOptions): ScheduledJob {
  const { database, clock, secrets, origins, results, random } = options;
  return probeJob<DueCheck>({
    name: 'health-check-probes',
    clock,
    random,
    due: (limit, excluded) =>
      healthCheckProbeStore.due(database.read, secrets, clock.now(), limit, excluded),
    idOf: ({ id }) => id,
    async round(healthCheck, nextAt, signal) {
      const { target, check, intervalSeconds } = toProbing(healthCheck.document);
      const next = nextAt(intervalSeconds);
      await results.save(healthCheck, await origins.ask(target, check, signal), next);
    },
  });
}
