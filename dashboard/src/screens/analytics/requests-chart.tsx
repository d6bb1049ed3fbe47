import { useMemo } from 'react';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Chart } from '../../parts/chart/chart.tsx';
import { alignedTo, countSeries } from '../../parts/chart/series.ts';
import { formatShort } from '../../parts/format/numbers.ts';
import type { TimeRange } from '../../parts/time/time-range.ts';
import { useZoom } from '../../parts/time/use-zoom.ts';
import { useChangeMarkers } from '../../parts/traffic/use-change-markers.ts';
import { type Traffic, usePreviousTraffic } from '../../parts/traffic/use-traffic.ts';
import type { Shown } from './analytics-search.ts';
import { dimensions } from './dimensions.ts';

interface RequestsChartProps {
  readonly zoneId: string;
  readonly range: TimeRange;
  readonly traffic: Traffic;
  readonly shown: Shown;
}

/** Requests by the chosen dimension, limited to the values of the filters. */
export function RequestsChart({ zoneId, range, traffic, shown }: RequestsChartProps) {
  const zoom = useZoom();
  const { dimension, values } = shown;
  const { markers } = useChangeMarkers(zoneId, range);
  const before = usePreviousTraffic(zoneId, range, dimension.by).data?.result;
  const wanted = values.join('\n');
  const times = useMemo(() => traffic.buckets.map(({ start }) => Date.parse(start)), [traffic]);
  const series = useMemo(() => {
    const all = countSeries(traffic.buckets);
    const only = new Set(wanted.split('\n'));
    return wanted === '' ? all : all.filter(({ name }) => only.has(name));
  }, [traffic, wanted]);
  // The period before is a sum of all values.
  const previous = useMemo(
    () =>
      before && wanted === ''
        ? alignedTo(
            times.length,
            before.buckets.map(({ requests }) => requests),
          )
        : undefined,
    [before, times.length, wanted],
  );
  return (
    <div className="requests-chart">
      <DimensionPicker current={dimension.by} />
      <Chart
        title={`Requests by ${dimension.title.toLowerCase()}`}
        kind="area"
        times={times}
        series={series}
        previous={previous}
        markers={markers}
        format={formatShort}
        onZoom={zoom}
      />
    </div>
  );
}

function DimensionPicker({ current }: { current: string }) {
  const [, change] = usePageSearch();
  return (
    <label className="dimension-picker">
      Count by
      <select
        value={current}
        onChange={(event) => change({ tab: event.target.value, filter: undefined })}
      >
        {dimensions.map(({ by, title }) => (
          <option key={by} value={by}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}
