import type uPlot from 'uplot';
import { resolveColors } from './chart-colors.ts';

export interface ChartSetup {
  readonly kind: 'area' | 'line';
  readonly names: readonly string[];
  readonly colors: readonly string[];
  readonly hasPrevious: boolean;
  readonly format: (value: number) => string;
  /** Charts with the same key share their crosshair. */
  readonly syncKey: string;
  /** In seconds, as uPlot counts. */
  readonly markers: () => readonly number[];
  readonly onHover: (at: number | undefined) => void;
  readonly onZoom: (since: number, until: number) => void;
}

const HEIGHT = 220;
/** Between lines of the grid. Counts are whole numbers. */
const wholeSteps = Array.from({ length: 16 }, (_, power) =>
  [1, 2, 5].map((n) => n * 10 ** power),
).flat();
/** Labels of times are centred, also below the right end. */
const HALF_LABEL_PX = 20;
const LEAST_DRAG_PX = 6;
const DAY_SECONDS = 86_400;

export function chartOptions(element: HTMLElement, setup: ChartSetup): uPlot.Options {
  const names = ['border', 'secondary', 'text', ...setup.colors];
  const [border = '', secondary = '', text = '', ...colors] = resolveColors(element, names);
  const grid = { stroke: border, width: 1 };
  const axis = {
    stroke: secondary,
    font: '12px system-ui, sans-serif',
    grid,
    ticks: grid,
  };
  return {
    width: element.clientWidth,
    height: HEIGHT,
    legend: { show: false },
    padding: [8, HALF_LABEL_PX, 0, 0],
    cursor: {
      sync: { key: setup.syncKey },
      drag: { x: true, y: false, setScale: false },
      y: false,
    },
    scales: { y: { range: (_, __, highest) => [0, highest > 0 ? highest * 1.08 : 1] } },
    axes: [
      { ...axis, size: 32, values: (plot, times) => times.map((time) => timeLabel(plot, time)) },
      {
        ...axis,
        size: 64,
        values: (_, values) => values.map(setup.format),
        ...(setup.kind === 'area' && { incrs: [...wholeSteps] }),
      },
    ],
    series: [
      {},
      ...setup.names.map((name, n) => ({
        label: name,
        stroke: colors[n] ?? '',
        width: 1.5,
        points:
          setup.kind === 'line'
            ? { size: 5, fill: colors[n] ?? '', filter: lonelyPoints }
            : { show: false },
        ...(setup.kind === 'area' && n === 0 && { fill: faded(colors[n]) }),
      })),
      ...(setup.hasPrevious
        ? [{ stroke: secondary, width: 1, dash: [4, 4], points: { show: false } }]
        : []),
    ],
    bands:
      setup.kind === 'area'
        ? setup.names.slice(1).map((_, n) => ({
            series: [n + 2, n + 1] as [number, number],
            fill: faded(colors[n + 1]),
          }))
        : [],
    hooks: {
      setCursor: [({ cursor }) => setup.onHover(cursor.idx ?? undefined)],
      setSelect: [(plot) => zoom(plot, setup.onZoom)],
      draw: [(plot) => drawMarkers(plot, setup.markers(), text)],
    },
  };
}

/** A line shows no value that has a gap on both sides, so those get a point. */
function lonelyPoints(plot: uPlot, series: number): number[] {
  const values = plot.data[series] ?? [];
  return [...values.keys()].filter(
    (n) => values[n] != null && values[n - 1] == null && values[n + 1] == null,
  );
}

function zoom(plot: uPlot, onZoom: ChartSetup['onZoom']): void {
  const { left, width } = plot.select;
  if (width < LEAST_DRAG_PX) return;
  onZoom(plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x'));
  plot.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
}

function drawMarkers(plot: uPlot, times: readonly number[], color: string): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.strokeStyle = color;
  ctx.lineWidth = 1;
  ctx.setLineDash([2, 3]);
  for (const time of times) {
    const x = Math.round(plot.valToPos(time, 'x', true)) + 0.5;
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
  }
  ctx.restore();
}

const hour = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });

function timeLabel(plot: uPlot, seconds: number): string {
  const { min = 0, max = 0 } = plot.scales['x'] ?? {};
  const isLong = (max ?? 0) - (min ?? 0) > 2 * DAY_SECONDS;
  return (isLong ? day : hour).format(seconds * 1000);
}

function faded(color = ''): string {
  return color.replace(/^rgb\((.*)\)$/, 'rgb($1 / 0.22)').replaceAll(',', ' ');
}
