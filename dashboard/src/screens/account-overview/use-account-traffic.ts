import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import { polling, rangeQuery } from '../../parts/time/range-query.ts';
import { previousRange, type TimeRange } from '../../parts/time/time-range.ts';
import type { TrafficDimension } from '../../parts/traffic/use-traffic.ts';

/** The requests of all zones of an account over time. */
export function useAccountTraffic(accountId: string, range: TimeRange, by: TrafficDimension) {
  return useQuery({
    ...apiQuery('GET /accounts/{account_id}/traffic/timeseries', {
      params: { account_id: accountId },
      query: { ...rangeQuery(range), by },
    }),
    ...polling(range),
  });
}

/** The same for the period before, which is over. */
export function usePreviousAccountTraffic(
  accountId: string,
  range: TimeRange,
  by: TrafficDimension,
) {
  return useQuery({
    ...apiQuery('GET /accounts/{account_id}/traffic/timeseries', {
      params: { account_id: accountId },
      query: { ...rangeQuery(previousRange(range, Date.now())), by },
    }),
    staleTime: 60_000,
  });
}
