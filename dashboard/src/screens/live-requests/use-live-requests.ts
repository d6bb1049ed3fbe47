import { useEffect, useState } from 'react';
import { Store, useStore } from '../../api/store.ts';
import { LiveConnection, type LiveState } from './live-connection.ts';

const nothing = new Store<LiveState>({
  kind: 'connecting',
  requests: [],
  arrived: 0,
  leftOut: 0,
});

/** The live requests of a zone that match a filter. Another filter is another stream. */
export function useLiveRequests(zoneId: string, filter: string): LiveState {
  const [connection, setConnection] = useState<LiveConnection>();
  useEffect(() => {
    const opened = new LiveConnection(zoneId, filter);
    setConnection(opened);
    void opened.open();
    return () => opened.close();
  }, [zoneId, filter]);
  return useStore(connection?.state ?? nothing);
}
