import { ScrollArea } from '../controls/scroll-area.tsx';
import { formatTime } from '../format/times.ts';
import type { Series } from './series.ts';

interface ChartTableProps {
  readonly title: string;
  readonly times: readonly number[];
  readonly series: readonly Series[];
  readonly format: (value: number) => string;
}

/** The values of a chart, the newest first. */
export function ChartTable({ title, times, series, format }: ChartTableProps) {
  const newestFirst = times.map((time, n) => ({ time, n })).reverse();
  return (
    <ScrollArea className="chart-table" label={`${title} as a table`}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {newestFirst.map(({ time, n }) => (
            <tr key={time}>
              <th scope="row">{formatTime(time)}</th>
              {series.map(({ name, values }) => {
                const value = values[n] ?? null;
                return <td key={name}>{value === null ? '–' : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollArea>
  );
}
