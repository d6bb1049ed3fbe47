import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery } from '../../api/api-query.ts';
import { callApi } from '../../api/client.ts';

export interface LiveRequest {
  readonly RayID: string;
  readonly ClientIP: string;
  readonly ClientRequestMethod: string;
  readonly ClientRequestHost: string;
  readonly ClientRequestURI: string;
  readonly EdgeResponseStatus: number;
}

interface LiveMessage {
  readonly requests: readonly LiveRequest[];
}

const SHOWN = 5;
const POLL_MS = 2000;

/** The last requests of a zone as they arrive; and whether there were any before the page was opened. */
export function useFirstRequests(zoneId: string): {
  readonly requests: readonly LiveRequest[];
  readonly hasTraffic: boolean;
} {
  const [requests, setRequests] = useState<readonly LiveRequest[]>([]);
  useEffect(() => {
    const stop = new AbortController();
    const show = (arrived: readonly LiveRequest[]) =>
      setRequests((before) => [...arrived.toReversed(), ...before].slice(0, SHOWN));
    void openStream(zoneId, show, stop.signal);
    return () => stop.abort();
  }, [zoneId]);
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
  return { requests, hasTraffic: counted > 0 || requests.length > 0 };
}

async function openStream(
  zoneId: string,
  show: (requests: readonly LiveRequest[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const params = { zone_id: zoneId };
  const stream = await callApi('POST /zones/{zone_id}/traffic/live', { params }, signal).catch(
    // Without the stream, the figures still say when the first request has come.
    () => undefined,
  );
  if (!stream || signal.aborted) return;
  const socket = new WebSocket(pageUrl(stream.result.url));
  signal.addEventListener('abort', () => socket.close());
  socket.addEventListener('message', ({ data }) => {
    show((JSON.parse(String(data)) as LiveMessage).requests);
  });
}

/** The path of the stream on the host of this page: behind a proxy the API may not know how it is reached. */
function pageUrl(url: string): string {
  const { pathname, search } = new URL(url);
  return `${location.origin.replace('http', 'ws')}${pathname}${search}`;
}
