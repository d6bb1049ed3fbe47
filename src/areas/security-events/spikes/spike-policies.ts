import type { PolicyFilters } from '../../notifications/policies/enabled-policy-read-model.ts';
import type { BucketPart } from '../event-series-read-model.ts';
import type { SpikeSeries } from './spike-store.ts';

/** Alert types about spikes of security events. */
export const spikeTypes = ['clickhouse_alert_fw_anomaly', 'clickhouse_alert_fw_ent_anomaly'];

/**
 * The series of a zone that have enough events in a bucket and that a policy asks for. It begins with the events, since policies may
 * name thousands of zones, services and hosts that have none.
 */
export function watchedSeries(
  wanted: readonly PolicyFilters[],
  zoneId: string,
  parts: readonly BucketPart[],
  leastEvents: number,
): SpikeSeries[] {
  const ofZone = wanted.filter((filters) => filters['zones']?.includes(zoneId));
  return seriesOf(zoneId, parts)
    .filter(({ count }) => count >= leastEvents)
    .map(({ series }) => series)
    .filter((series) => ofZone.some((filters) => isWanted(series, filters)));
}

function isWanted({ service, action, host }: SpikeSeries, filters: PolicyFilters): boolean {
  return (
    isNamed(service, filters['services']) &&
    isNamed(action, filters['actions']) &&
    isNamed(host, filters['target_hostname'])
  );
}

/** Without the filter, only the series of all events is meant. */
function isNamed(value: string | null, texts: readonly string[] | undefined): boolean {
  return texts ? value !== null && texts.includes(value) : value === null;
}

/** Every series that events of these parts belong to. */
function seriesOf(zoneId: string, parts: readonly BucketPart[]) {
  const all = new Map<string, { readonly series: SpikeSeries; count: number }>();
  for (const part of parts) {
    for (const [service, action, host] of seriesOfPart(part)) {
      const key = JSON.stringify([service, action, host]);
      const known = all.get(key) ?? { series: { zoneId, service, action, host }, count: 0 };
      known.count += part.count;
      all.set(key, known);
    }
  }
  return [...all.values()];
}

type Names = readonly [service: string | null, action: string | null, host: string | null];

/** The names of the series that a part belongs to; null stands for all. */
function* seriesOfPart({ service, action, host }: BucketPart): Generator<Names> {
  const orAll = (name: string) => (name === '' ? [null] : [null, name]);
  for (const ofService of [null, service]) {
    for (const ofAction of orAll(action)) {
      for (const ofHost of orAll(host)) yield [ofService, ofAction, ofHost];
    }
  }
}
