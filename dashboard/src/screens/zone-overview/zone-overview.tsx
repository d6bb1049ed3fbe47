import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useZoneId, type Zone, zoneQuery } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import type { AttentionScope } from '../../parts/attention/concern.ts';
import { NeedsAttention } from '../../parts/attention/needs-attention.tsx';
import { Chart } from '../../parts/chart/chart.tsx';
import { alignedTo, countSeries } from '../../parts/chart/series.ts';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { EdgeCommand } from '../../parts/edge/edge-command.tsx';
import { formatShort } from '../../parts/format/numbers.ts';
import { Empty } from '../../parts/states/empty.tsx';
import { Partial } from '../../parts/states/partial.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import { rangeQuery } from '../../parts/time/range-query.ts';
import { rangeOf, type TimeRange } from '../../parts/time/time-range.ts';
import { useZoom } from '../../parts/time/use-zoom.ts';
import { useChangeMarkers } from '../../parts/traffic/use-change-markers.ts';
import {
  type Traffic,
  usePreviousTraffic,
  useSecurityEvents,
  useTraffic,
} from '../../parts/traffic/use-traffic.ts';
import { Tiles } from './tiles.tsx';
import { TopPaths } from './top-paths.tsx';
import '../../parts/traffic/overview.css';

/** Is my site fine? What visitors requested, what was blocked, and how the origin does. */
export function ZoneOverview() {
  const zoneId = useZoneId();
  const [search] = usePageSearch();
  const range = rangeOf(search);
  const zone = useQuery(zoneQuery(zoneId)).data?.result;
  const traffic = useTraffic(zoneId, range, 'status_class');
  const params = { zone_id: zoneId };
  const query = { ...rangeQuery(range), by: 'status_class' } as const;
  return (
    <div className="page">
      <div className="page-header">
        <h1>{zone?.name ?? 'Overview'}</h1>
        <CopyAs call={{ operation: 'GET /zones/{zone_id}/traffic/timeseries', params, query }} />
      </div>
      <QueryState
        query={traffic}
        what="The traffic could not be read"
        skeleton={<Skeleton lines={4} height={80} />}
      >
        {({ result }) =>
          zone && result.totals.requests === 0 ? (
            <>
              <ZoneAttention zone={zone} />
              <NoTraffic zone={zone} />
            </>
          ) : (
            <>
              <Tiles zoneId={zoneId} range={range} />
              {zone && <ZoneAttention zone={zone} />}
              {zone && <TrafficChart zone={zone} range={range} traffic={result} />}
              <div className="overview-columns">
                <SecurityChart zoneId={zoneId} range={range} />
                <TopPaths zoneId={zoneId} range={range} />
              </div>
            </>
          )
        }
      </QueryState>
    </div>
  );
}

function ZoneAttention({ zone: { id, name, account } }: { zone: Zone }) {
  const scope = useMemo<AttentionScope>(
    () => ({ accountId: account.id, zones: [{ id, name }], isOfZone: true }),
    [id, name, account.id],
  );
  return <NeedsAttention scope={scope} />;
}

interface TrafficChartProps {
  readonly zone: Zone;
  readonly range: TimeRange;
  readonly traffic: Traffic;
}

function TrafficChart({ zone, range, traffic }: TrafficChartProps) {
  const zoom = useZoom();
  const before = usePreviousTraffic(zone.id, range, 'status_class').data?.result;
  const { markers, error } = useChangeMarkers(zone.id, range);
  const times = useMemo(() => traffic.buckets.map(({ start }) => Date.parse(start)), [traffic]);
  const series = useMemo(() => countSeries(traffic.buckets), [traffic]);
  const previous = useMemo(
    () =>
      before &&
      alignedTo(
        times.length,
        before.buckets.map(({ requests }) => requests),
      ),
    [before, times.length],
  );
  return (
    <div>
      <Chart
        title="Requests by status"
        kind="area"
        times={times}
        series={series}
        previous={previous}
        markers={markers}
        format={formatShort}
        onZoom={zoom}
      />
      {error && <Partial>Changes of the configuration are not shown: {error.message}</Partial>}
    </div>
  );
}

function SecurityChart({ zoneId, range }: { zoneId: string; range: TimeRange }) {
  const zoom = useZoom();
  const events = useSecurityEvents(zoneId, range);
  const buckets = events.data?.result.buckets;
  const times = useMemo(() => buckets?.map(({ start }) => Date.parse(start)) ?? [], [buckets]);
  const series = useMemo(() => countSeries(buckets ?? []), [buckets]);
  return (
    <QueryState query={events} what="The security events could not be read">
      {({ result }) =>
        result.total === 0 ? (
          <section className="overview-card">
            <h2>Security events</h2>
            <p className="secondary">No rule has acted on a request in this time.</p>
          </section>
        ) : (
          <Chart
            title="Security events by action"
            kind="area"
            times={times}
            series={series}
            format={formatShort}
            onZoom={zoom}
          />
        )
      }
    </QueryState>
  );
}

function NoTraffic({ zone }: { zone: Zone }) {
  return (
    <Empty
      icon="overview"
      title="No requests in this time"
      guide={{ href: '/docs#zone-traffic-timeseries', label: 'How requests are counted' }}
    >
      <p>
        Requests to {zone.name} and the names below it appear here a few seconds after the edge has
        served them. Choose a longer time range, or send one:
      </p>
      <EdgeCommand label="command" name={zone.name} path="/" />
    </Empty>
  );
}
