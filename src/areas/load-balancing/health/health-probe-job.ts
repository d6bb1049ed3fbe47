import type { ScheduledJob } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { originKey } from '../pools/pool-model.ts';
import type { MonitorRound } from './group-model.ts';
import { enabledOrigins } from './health-model.ts';
import type { HealthService } from './health-service.ts';
import type { OriginProbe } from './origin-probe.ts';
import { type NextRound, probeJob } from './probe-job.ts';
import type { DuePool, ProbeSchedule } from './probe-schedule.ts';

export interface HealthProbeJobOptions {
  readonly schedule: ProbeSchedule;
  readonly health: HealthService;
  readonly origins: OriginProbe;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Probes the origins of all pools that are due. */
export function healthProbeJob(options: HealthProbeJobOptions): ScheduledJob {
  const { schedule, clock, random } = options;
  return probeJob<DuePool>({
    name: 'health-probes',
    clock,
    random,
    async due(limit, excluded) {
      await schedule.refresh();
      return await schedule.due(limit, excluded);
    },
    idOf: ({ pool }) => pool.id,
    round: (probed, nextAt, signal) => probePool(options, probed, nextAt, signal),
  });
}

async function probePool(
  { health, origins }: HealthProbeJobOptions,
  probed: DuePool,
  nextAt: NextRound,
  signal: AbortSignal,
): Promise<void> {
  const rounds = probed.due.map(async (monitor): Promise<MonitorRound> => {
    const next = nextAt(monitor.intervalSeconds);
    const results = enabledOrigins(probed.pool).map(
      async (origin) => [originKey(origin), await origins.probe(origin, monitor, signal)] as const,
    );
    return { monitor, nextAt: next, results: new Map(await Promise.all(results)) };
  });
  await health.saveRound(probed, await Promise.all(rounds));
}
