import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../api/api-query.ts';
import type { LiveRequest } from '../../parts/live/live-request.ts';
import { useLiveRequests } from '../../parts/live/use-live-requests.ts';

const SHOWN = 5;
const POLL_MS = 2000;

/** The last requests of a zone as they arrive; and whether there were any before the page was opened. */
export function useFirstRequests(zoneId: string): {
  readonly requests: readonly LiveRequest[];
  readonly hasTraffic: boolean;
} {
  const [{ requests }] = useLiveRequests(zoneId, '');
  // The figures also show requests that came before the stream, and those of other nodes.
  const traffic = useQuery({
    ...apiQuery('GET /zones/{zone_id}/traffic/timeseries', {
      params: { zone_id: zoneId },
      query: { since: '-30d' },
    }),
    refetchInterval: ({ state }) =>
      (state.data?.result.totals.requests ?? 0) > 0 ? false : POLL_MS,
  });
  const counted = traffic.data?.result.totals.requests ?? 0;
  return { requests: requests.slice(0, SHOWN), hasTraffic: counted > 0 || requests.length > 0 };
}
