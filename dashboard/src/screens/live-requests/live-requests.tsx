import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readFilters } from '../../parts/address/filter.ts';
import { useZoneId, zoneQuery } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Button } from '../../parts/controls/button.tsx';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { EdgeCommand } from '../../parts/edge/edge-command.tsx';
import { OPERATION, streamBody } from '../../parts/live/live-connection.ts';
import { textOf } from '../../parts/live/live-request.ts';
import type { LiveState } from '../../parts/live/live-state.ts';
import { useLiveRequests } from '../../parts/live/use-live-requests.ts';
import { Empty } from '../../parts/states/empty.tsx';
import { Failure } from '../../parts/states/failure.tsx';
import { Table } from '../../parts/table/table.tsx';
import { FilterBuilder } from './filter-builder.tsx';
import { liveColumns } from './live-columns.tsx';
import { LiveDetails } from './live-details.tsx';
import { liveFilter } from './live-filter.ts';
import { LiveStatus } from './live-status.tsx';
import './live-requests.css';

/** What visitors request right now. */
export function LiveRequests() {
  const zoneId = useZoneId();
  const [search, change] = usePageSearch();
  const filter = liveFilter(readFilters(search.filter));
  const [live, openAgain] = useLiveRequests(zoneId, filter);
  const [pause, setPause] = useState<{ filter: string; at: LiveState }>();
  // Another filter is another list.
  const paused = pause?.filter === filter ? pause.at : undefined;
  const { requests } = paused ?? live;
  const open = requests.find(({ RayID }) => RayID === search.panel);
  return (
    <div className="page">
      <div className="page-header">
        <h1>Live requests</h1>
        <div className="live-actions">
          <Button
            icon={paused ? 'live' : 'pause'}
            onClick={() => setPause(paused ? undefined : { filter, at: live })}
          >
            {paused ? 'Resume' : 'Pause'}
          </Button>
          <CopyAs
            call={{ operation: OPERATION, params: { zone_id: zoneId }, body: streamBody(filter) }}
          />
        </div>
      </div>
      <FilterBuilder />
      <LiveStatus state={live} waiting={paused && Math.max(0, live.arrived - paused.arrived)} />
      {live.error && (
        <Failure error={live.error} what="The requests cannot be watched" onRetry={openAgain} />
      )}
      <Table
        name="live-requests"
        label="Requests"
        columns={liveColumns}
        rows={requests}
        rowId={(request) => textOf(request, 'RayID')}
        hasPanel
        empty={<Waiting zoneId={zoneId} />}
        nothing="No request has matched the filters yet."
        paging={{
          total: requests.length,
          hasMore: false,
          isReading: false,
          readMore: () => {},
          readAll: async () => requests,
        }}
      />
      {search.panel && (
        <LiveDetails
          key={search.panel}
          rayId={search.panel}
          request={open}
          onClose={() => change({ panel: undefined, tab: undefined })}
        />
      )}
    </div>
  );
}

function Waiting({ zoneId }: { zoneId: string }) {
  const name = useQuery(zoneQuery(zoneId)).data?.result.name;
  return (
    <Empty
      icon="live"
      title="Waiting for a request"
      guide={{ href: '/docs/guides/traffic.md', label: 'How live requests work' }}
    >
      <p>
        Each request to {name ?? 'your zone'} appears here as soon as it is logged. To send one:
      </p>
      {name && <EdgeCommand label="command" name={name} path="/" />}
    </Empty>
  );
}
