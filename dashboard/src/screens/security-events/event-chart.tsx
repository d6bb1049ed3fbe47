import { useMemo } from 'react';
import { Chart } from '../../parts/chart/chart.tsx';
import { countSeries } from '../../parts/chart/series.ts';
import { formatShort } from '../../parts/format/numbers.ts';
import { QueryState } from '../../parts/states/query-state.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import { useZoom } from '../../parts/time/use-zoom.ts';
import { useChangeMarkers } from '../../parts/traffic/use-change-markers.ts';
import { type EventsShown, useEventSeries } from './event-query.ts';

export function EventChart({ shown }: { shown: EventsShown }) {
  const zoom = useZoom();
  const { markers } = useChangeMarkers(shown.zoneId, shown.range);
  const query = useEventSeries(shown);
  const buckets = query.data?.result.buckets;
  const times = useMemo(() => buckets?.map(({ start }) => Date.parse(start)) ?? [], [buckets]);
  const series = useMemo(() => countSeries(buckets ?? []), [buckets]);
  return (
    <QueryState
      query={query}
      what="The events could not be counted"
      skeleton={<Skeleton lines={3} height={80} />}
    >
      {() => (
        <Chart
          title="Events by action"
          kind="area"
          times={times}
          series={series}
          markers={markers}
          format={formatShort}
          onZoom={zoom}
        />
      )}
    </QueryState>
  );
}
