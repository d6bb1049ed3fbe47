import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { callApi } from '../../api/client.ts';
import { zoneQuery } from '../address/scope.ts';
import type { Marker } from '../chart/chart.tsx';
import { type TimeRange, toTime } from '../time/time-range.ts';

const MOST_CHANGES = 100;

/** What was changed in the time of the charts of a zone, from the audit log. */
export function useChangeMarkers(
  zoneId: string,
  range: TimeRange,
): { readonly markers: readonly Marker[]; readonly error: Error | null } {
  const zone = useQuery(zoneQuery(zoneId)).data?.result;
  const { data, error } = useQuery({
    queryKey: ['changes', zoneId, range],
    enabled: zone !== undefined,
    staleTime: 30_000,
    queryFn: ({ signal }) => {
      const now = Date.now();
      const query = {
        'zone.name': zone?.name ?? '',
        since: new Date(toTime(range.since, now)).toISOString(),
        before: new Date(toTime(range.until, now)).toISOString(),
        per_page: MOST_CHANGES,
      };
      const params = { account_id: zone?.account.id ?? '' };
      return callApi('GET /accounts/{account_id}/audit_logs', { params, query }, signal);
    },
  });
  const markers = useMemo(
    () =>
      data?.result.map(({ when, action, resource }) => ({
        time: Date.parse(when),
        label: `${resource.type} ${action.type}`,
      })) ?? [],
    [data],
  );
  return { markers, error };
}
