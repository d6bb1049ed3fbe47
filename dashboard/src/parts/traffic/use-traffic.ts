import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import type { InputOf, ResultOf } from '../../api/client.ts';
import { polling, rangeQuery } from '../time/range-query.ts';
import { previousRange, type TimeRange } from '../time/time-range.ts';

export type Traffic = ResultOf<'GET /zones/{zone_id}/traffic/timeseries'>;
export type TrafficSums = Traffic['totals'];
export type TrafficDimension = DimensionOf<'GET /zones/{zone_id}/traffic/timeseries'>;
export type TopDimension = DimensionOf<'GET /zones/{zone_id}/traffic/top'>;

type DimensionOf<
  O extends 'GET /zones/{zone_id}/traffic/timeseries' | 'GET /zones/{zone_id}/traffic/top',
> = NonNullable<NonNullable<InputOf<O>['query']>['by']>;

/** The requests of a zone over time. A range that ends now is read again and again. */
export function useTraffic(zoneId: string, range: TimeRange, by: TrafficDimension) {
  return useQuery({
    ...apiQuery('GET /zones/{zone_id}/traffic/timeseries', {
      params: { zone_id: zoneId },
      query: { ...rangeQuery(range), by },
    }),
    ...polling(range),
  });
}

/** The same for the period before. It is over, so it is read once a minute at most. */
export function usePreviousTraffic(zoneId: string, range: TimeRange, by: TrafficDimension) {
  const previous = previousRange(range, Date.now());
  return useQuery({
    ...apiQuery('GET /zones/{zone_id}/traffic/timeseries', {
      params: { zone_id: zoneId },
      query: { ...rangeQuery(previous), by },
    }),
    staleTime: 60_000,
  });
}

const MOST_TOP = 10;

/** The most frequent values of the requests of a zone. */
export function useTopTraffic(zoneId: string, range: TimeRange, by: TopDimension) {
  return useQuery({
    ...apiQuery('GET /zones/{zone_id}/traffic/top', {
      params: { zone_id: zoneId },
      query: { ...rangeQuery(range), by, limit: MOST_TOP },
    }),
    ...polling(range),
  });
}

export function useSecurityEvents(zoneId: string, range: TimeRange) {
  return useQuery({
    ...apiQuery('GET /zones/{zone_id}/security/events/timeseries', {
      params: { zone_id: zoneId },
      query: { ...rangeQuery(range), by: 'action' },
    }),
    ...polling(range),
  });
}
