import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { callApi, type ResultOf } from '../../api/client.ts';
import type { Zone } from '../../parts/address/scope.ts';
import { polling, rangeQuery } from '../../parts/time/range-query.ts';
import { previousRange, type TimeRange, toTime } from '../../parts/time/time-range.ts';

export type Traffic = ResultOf<'GET /zones/{zone_id}/traffic/timeseries'>;
export type TrafficDimension = 'status_class' | 'action' | 'origin_status_class';

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

export function useTopPaths(zoneId: string, range: TimeRange) {
  return useQuery({
    ...apiQuery('GET /zones/{zone_id}/traffic/top', {
      params: { zone_id: zoneId },
      query: { ...rangeQuery(range), by: 'path', limit: 10 },
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

const MOST_CHANGES = 100;

/** What was changed in the time of the charts, from the audit log. */
export function useChanges(zone: Zone, range: TimeRange) {
  return useQuery({
    queryKey: ['changes', zone.id, range],
    staleTime: 30_000,
    queryFn: ({ signal }) => {
      const now = Date.now();
      const query = {
        'zone.name': zone.name,
        since: new Date(toTime(range.since, now)).toISOString(),
        before: new Date(toTime(range.until, now)).toISOString(),
        per_page: MOST_CHANGES,
      };
      const params = { account_id: zone.account.id };
      return callApi('GET /accounts/{account_id}/audit_logs', { params, query }, signal);
    },
  });
}
