import { useEffect, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { Button } from '../controls/button.tsx';
import { formatTime } from '../format/times.ts';
import { colorNames, useTheme } from './chart-colors.ts';
import { ChartLegend } from './chart-legend.tsx';
import { chartOptions } from './chart-options.ts';
import { ChartTable } from './chart-table.tsx';
import { foldSeries, type Series, stackSeries, summaryOf } from './series.ts';
import './chart.css';

export interface Marker {
  /** Milliseconds. */
  readonly time: number;
  readonly label: string;
}

export interface ChartProps {
  readonly title: string;
  /** Stacked areas for counts, lines for times. */
  readonly kind: 'area' | 'line';
  /** Milliseconds, one for each value. */
  readonly times: readonly number[];
  readonly series: readonly Series[];
  /** The sum of the series in the period before, as a faint line. */
  readonly previous?: readonly (number | null)[] | undefined;
  /** Changes of the configuration. */
  readonly markers?: readonly Marker[];
  readonly format: (value: number) => string;
  readonly onZoom?: (since: number, until: number) => void;
}

/** Values over time as a picture, as a table, and as a sentence for screen readers. */
export function Chart(props: ChartProps) {
  const { title, times, format, markers = [] } = props;
  const [isTable, setTable] = useState(false);
  const series = useMemo(() => foldSeries(props.series), [props.series]);
  const [hovered, setHovered] = useState<number>();
  return (
    <figure className="chart" aria-label={title}>
      <figcaption className="chart-header">
        <h2>{title}</h2>
        <Button
          kind="quiet"
          icon={isTable ? 'overview' : 'table'}
          label={isTable ? 'Show as a chart' : 'Show as a table'}
          onClick={() => setTable(!isTable)}
        />
      </figcaption>
      <p className="visually-hidden">
        {summaryOf(series, format, (n) => formatTime(times[n] ?? 0))}
      </p>
      {isTable ? (
        <ChartTable title={title} times={times} series={series} format={format} />
      ) : (
        <>
          <Plot {...props} series={series} onHover={setHovered} />
          <ChartLegend
            series={series}
            times={times}
            format={format}
            hovered={hovered}
            isSum={props.kind === 'area'}
          />
        </>
      )}
      <MarkerList markers={markers} />
    </figure>
  );
}

interface PlotProps extends ChartProps {
  readonly onHover: (at: number | undefined) => void;
}

function Plot(props: PlotProps) {
  const { kind, times, series, previous, markers = [] } = props;
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const latest = useRef(props);
  latest.current = props;
  const theme = useTheme();
  const names = series.map(({ name }) => name);
  const structure = JSON.stringify([kind, names, previous !== undefined, theme]);
  const data = useMemo<uPlot.AlignedData>(() => {
    const drawn = kind === 'area' ? stackSeries(series) : series;
    const rows = [...drawn.map(({ values }) => [...values]), ...(previous ? [[...previous]] : [])];
    return [times.map((time) => time / 1000), ...rows];
  }, [kind, times, series, previous]);
  const latestData = useRef(data);
  latestData.current = data;

  // Another structure needs another plot; other values do not.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `structure` stands for what the plot is made of
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const options = chartOptions(element, {
      kind,
      names,
      colors: colorNames(series),
      hasPrevious: previous !== undefined,
      format: (value) => latest.current.format(value),
      syncKey: 'page',
      markers: () => (latest.current.markers ?? []).map(({ time }) => time / 1000),
      onHover: (at) => latest.current.onHover(at),
      onZoom: (since, until) => latest.current.onZoom?.(since * 1000, until * 1000),
    });
    const made = new uPlot(options, latestData.current, element);
    plot.current = made;
    const resized = new ResizeObserver(() => {
      if (element.clientWidth > 0)
        made.setSize({ width: element.clientWidth, height: made.height });
    });
    resized.observe(element);
    return () => {
      resized.disconnect();
      made.destroy();
      plot.current = undefined;
    };
  }, [structure]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: markers are drawn together with the values
  useEffect(() => plot.current?.setData(data), [data, markers]);

  // The sentence and the table say the same to those who do not see it.
  return <div className="chart-plot" ref={box} aria-hidden="true" />;
}

function MarkerList({ markers }: { markers: readonly Marker[] }) {
  if (markers.length === 0) return null;
  return (
    <details className="chart-markers">
      <summary>
        {markers.length} {markers.length === 1 ? 'change' : 'changes'} in this time
      </summary>
      <ul>
        {markers.map(({ time, label }) => (
          <li key={`${time} ${label}`}>
            <time dateTime={new Date(time).toISOString()}>{formatTime(time)}</time> {label}
          </li>
        ))}
      </ul>
    </details>
  );
}
