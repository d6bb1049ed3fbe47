import type { ScheduledJob } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { originKey } from '../pools/pool-model.ts';
import type { MonitorRound } from './group-model.ts';
import { enabledOrigins } from './health-model.ts';
import type { HealthService } from './health-service.ts';
import type { OriginProbe } from './origin-probe.ts';
import { ProbeRounds } from './probe-rounds.ts';
import type { DuePool, ProbeSchedule } from './probe-schedule.ts';

const EVERY_MS = 1_000;
/** A run ends after this time even if there is more work, so that it does not delay the shutdown of a node. */
const RUN_MS = 2_000;
const POOLS_AT_ONCE = 256;
/** The next round is earlier or later by up to this share of the interval, which spreads the load. */
const JITTER = 0.1;
/** If many pools are due at the same time, such as after a start, their next rounds are spread over a whole interval. */
const MANY = 64;
const WIDE_JITTER = 0.5;

export interface HealthProbeJobOptions {
  readonly schedule: ProbeSchedule;
  readonly health: HealthService;
  readonly origins: OriginProbe;
  readonly clock: Clock;
  readonly random: () => number;
}

/** Probes the origins of all pools that are due. A slow pool does not delay others. */
export function healthProbeJob(options: HealthProbeJobOptions): ScheduledJob {
  const { schedule, clock } = options;
  const rounds = new ProbeRounds(clock);

  async function startDue(): Promise<number> {
    await schedule.refresh();
    const due = await schedule.due(POOLS_AT_ONCE - rounds.count, rounds.busy);
    const jitter = due.length > MANY ? WIDE_JITTER : JITTER;
    for (const probed of due) {
      rounds.start(probed.pool.id, (signal) => probePool(options, probed, jitter, signal));
    }
    return due.length;
  }

  return {
    name: 'health-probes',
    everyMs: EVERY_MS,
    runsOn: 'cluster',
    timeoutMs: 30_000,
    async run(signal) {
      rounds.takeOver();
      const endsAt = clock.tick() + RUN_MS;
      try {
        while (!signal.aborted && clock.tick() < endsAt) {
          const started = await startDue();
          if (started === 0 && rounds.count === 0) break;
          await rounds.nextEnd(EVERY_MS, signal);
        }
      } finally {
        if (signal.aborted) await rounds.cancel();
        else rounds.handOver();
      }
      rounds.throwFailure();
    },
  };
}

async function probePool(
  { health, origins, clock, random }: HealthProbeJobOptions,
  probed: DuePool,
  jitter: number,
  signal: AbortSignal,
): Promise<void> {
  const startedAt = clock.now();
  const rounds = probed.due.map(async (monitor): Promise<MonitorRound> => {
    const share = 1 + jitter * (2 * random() - 1);
    const nextAt = startedAt + Math.round(monitor.intervalSeconds * 1000 * share);
    const results = enabledOrigins(probed.pool).map(
      async (origin) => [originKey(origin), await origins.probe(origin, monitor, signal)] as const,
    );
    return { monitor, nextAt, results: new Map(await Promise.all(results)) };
  });
  await health.saveRound(probed, await Promise.all(rounds));
}
