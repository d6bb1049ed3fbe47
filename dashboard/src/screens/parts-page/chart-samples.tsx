import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Chart } from '../../parts/chart/chart.tsx';
import { Sparkline } from '../../parts/chart/sparkline.tsx';
import { formatMilliseconds, formatShort } from '../../parts/format/numbers.ts';

const COUNT = 60;
const START = Date.parse('2026-01-31T12:00:00Z');
const times = Array.from({ length: COUNT }, (_, n) => START + n * 60_000);
const wave = (size: number, shift: number) =>
  times.map((_, n) => Math.round(size * (1.2 + Math.sin(n / 7 + shift))));

const areas = ['2xx', '3xx', '4xx', '5xx'].map((name, n) => ({
  name,
  values: wave(800 / (n + 1) ** 2, n),
}));
const many = Array.from({ length: 9 }, (_, n) => ({ name: `host-${n}`, values: wave(20 + n, n) }));
const lines = [
  { name: 'p50', values: wave(20, 0).map((value, n) => (n > 25 && n < 32 ? null : value)) },
  { name: 'p95', values: wave(90, 1).map((value, n) => (n > 25 && n < 32 ? null : value)) },
];
const actions = ['block', 'managed_challenge', 'log'].map((name, n) => ({
  name,
  values: wave(10, n),
}));

export function ChartSamples() {
  const [, change] = usePageSearch();
  const onZoom = (since: number, until: number) =>
    change({ since: new Date(since).toISOString(), until: new Date(until).toISOString() });
  const common = { times, onZoom, format: formatShort };
  return (
    <>
      <Chart
        {...common}
        title="Requests by status"
        kind="area"
        series={areas}
        previous={wave(1000, 2)}
        markers={[{ time: START + 20 * 60_000, label: 'rule saved' }]}
      />
      <Chart {...common} title="Nine series" kind="area" series={many} />
      <Chart {...common} title="Events by action" kind="area" series={actions} />
      <Chart {...common} title="Origin" kind="line" series={lines} format={formatMilliseconds} />
      <Chart {...common} title="Nothing" kind="line" series={[]} />
      <Sparkline values={lines[0]?.values ?? []} />
    </>
  );
}
