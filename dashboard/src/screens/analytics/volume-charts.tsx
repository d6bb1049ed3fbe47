import { useMemo } from 'react';
import { Chart } from '../../parts/chart/chart.tsx';
import { formatBytes, formatMilliseconds } from '../../parts/format/numbers.ts';
import { useZoom } from '../../parts/time/use-zoom.ts';
import type { Traffic } from '../../parts/traffic/use-traffic.ts';

/** The bytes of all requests, whatever the filters. */
export function BytesChart({ traffic }: { traffic: Traffic }) {
  const zoom = useZoom();
  const { times, series } = useMemo(() => {
    const { buckets } = traffic;
    return {
      times: buckets.map(({ start }) => Date.parse(start)),
      series: [
        { name: 'sent', values: buckets.map(({ response_bytes }) => response_bytes) },
        { name: 'received', values: buckets.map(({ request_bytes }) => request_bytes) },
      ],
    };
  }, [traffic]);
  return (
    <Chart
      title="Bytes"
      kind="area"
      times={times}
      series={series}
      format={formatBytes}
      onZoom={zoom}
    />
  );
}

/** How long the origin took. Times without a response are gaps. */
export function OriginTimeChart({ traffic }: { traffic: Traffic }) {
  const zoom = useZoom();
  const { times, series } = useMemo(() => {
    const { buckets } = traffic;
    return {
      times: buckets.map(({ start }) => Date.parse(start)),
      series: (['p50', 'p95', 'p99'] as const).map((name) => ({
        name,
        values: buckets.map(({ origin_duration_ms: time }) => time?.[name] ?? null),
      })),
    };
  }, [traffic]);
  return (
    <Chart
      title="Response time of the origin"
      kind="line"
      times={times}
      series={series}
      format={formatMilliseconds}
      onZoom={zoom}
    />
  );
}
