import { useEffect, useState } from 'react';
import { Store, useStore } from '../../api/store.ts';
import { LiveConnection } from './live-connection.ts';
import { type LiveState, noRequests } from './live-state.ts';

const nothing = new Store(noRequests);

/** The live requests of a zone that match a filter. Another filter is another stream. The function opens the stream anew. */
export function useLiveRequests(zoneId: string, filter: string): [LiveState, () => void] {
  const [connection, setConnection] = useState<LiveConnection>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a stream of its own
  useEffect(() => {
    const opened = new LiveConnection(zoneId, filter);
    setConnection(opened);
    void opened.open();
    return () => opened.close();
  }, [zoneId, filter, attempt]);
  return [useStore(connection?.state ?? nothing), () => setAttempt(attempt + 1)];
}
