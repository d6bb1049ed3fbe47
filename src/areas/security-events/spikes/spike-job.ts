import { setImmediate } from 'node:timers/promises';
import { type AlertOf, alertId } from '../../../contracts/alert.ts';
import type { ScheduledJob } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { AlertOutbox } from '../../../storage/alert-outbox.ts';
import type { EnabledPolicies } from '../../notifications/policies/enabled-policy-read-model.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { BUCKET_MS, bucketOf } from '../event-bucket-model.ts';
import type { EventSeriesReadModel } from '../event-series-read-model.ts';
import type { SecurityEventsDatabase } from '../security-events-tables.ts';
import { baselineStart, LEAST_EVENTS, type Spike, spikeOf } from './spike-model.ts';
import { spikeTypes, watchedSeries } from './spike-policies.ts';
import { type SpikeSeries, spikeStore } from './spike-store.ts';

export interface SpikeJobOptions {
  readonly database: SecurityEventsDatabase;
  readonly clock: Clock;
  readonly alerts: AlertOutbox;
  readonly policies: EnabledPolicies;
  readonly zones: Pick<ZoneDirectory, 'find'>;
  readonly series: EventSeriesReadModel;
}

/** Compares the last whole bucket of security events with the hours before, wherever a policy asks for it. */
export function spikeJob(options: SpikeJobOptions): ScheduledJob {
  return {
    name: 'event-spikes',
    everyMs: 60_000,
    runsOn: 'cluster',
    timeoutMs: 50_000,
    async run(signal) {
      const { clock, series } = options;
      const wanted = await options.policies.filtersOf(spikeTypes);
      if (wanted.length === 0) return;
      // The bucket is read each minute until the next one is whole: its last events may arrive late.
      const bucketAt = bucketOf(clock.now()) - BUCKET_MS;
      for (const zoneId of await series.busyZones(bucketAt, LEAST_EVENTS)) {
        const parts = await series.parts(zoneId, bucketAt);
        for (const watched of watchedSeries(wanted, zoneId, parts, LEAST_EVENTS)) {
          if (signal.aborted) return;
          await check(options, watched, bucketAt);
          await setImmediate();
        }
      }
    },
  };
}

async function check(
  options: SpikeJobOptions,
  watched: SpikeSeries,
  bucketAt: number,
): Promise<void> {
  const { database, zones, series, alerts } = options;
  const zone = await zones.find(watched.zoneId);
  const since = zone && baselineStart(bucketAt, zone.createdAt);
  if (!zone || since === undefined) return;
  const counts = await series.counts({
    zoneId: zone.id,
    service: watched.service ?? undefined,
    action: watched.action ?? undefined,
    host: watched.host ?? undefined,
    since,
    until: bucketAt + BUCKET_MS,
  });
  const starts = Array.from(
    { length: (bucketAt - since) / BUCKET_MS },
    (_, n) => since + n * BUCKET_MS,
  );
  const baseline = starts.map((start) => counts.get(start) ?? 0);
  const spike = spikeOf(counts.get(bucketAt) ?? 0, baseline);
  if (!spike) return;
  const alert = spikeAlert(watched, zone.account.id, spike, bucketAt);
  await database.transaction(async (tx) => {
    await database.lock(tx, 'event spikes');
    if (await spikeStore.add(tx, watched, bucketAt)) await alerts.record(tx, [alert]);
  });
}

function spikeAlert(
  { zoneId, service, action, host }: SpikeSeries,
  accountId: string,
  { count, mean, zScore }: Spike,
  bucketAt: number,
): AlertOf<'event_spike'> {
  return {
    kind: 'event_spike',
    version: 1,
    id: alertId('event_spike', zoneId, service ?? '', action ?? '', host ?? '', bucketAt),
    accountId,
    zoneId,
    at: bucketAt + BUCKET_MS,
    service,
    action,
    host,
    bucketStart: bucketAt,
    bucketMs: BUCKET_MS,
    count,
    mean,
    zScore,
  };
}
