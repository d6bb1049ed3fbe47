import { formatTime } from '../format/times.ts';
import { colorNames } from './chart-colors.ts';
import { type Series, sumOf } from './series.ts';

interface ChartLegendProps {
  readonly series: readonly Series[];
  readonly times: readonly number[];
  readonly format: (value: number) => string;
  readonly hovered: number | undefined;
  /** Whether values add up over time; otherwise the last one is shown. */
  readonly isSum: boolean;
}

/** The names of the series with their values: under the pointer, or of the whole range. */
export function ChartLegend({ series, times, format, hovered, isSum }: ChartLegendProps) {
  const colors = colorNames(series);
  const at = hovered === undefined ? undefined : times[hovered];
  const shownValue = (each: Series) => {
    if (hovered !== undefined) return each.values[hovered] ?? null;
    return isSum ? sumOf(each) : (each.values.findLast((value) => value !== null) ?? null);
  };
  if (series.length === 0) {
    return <p className="chart-legend secondary">There is nothing in this time.</p>;
  }
  return (
    <div className="chart-legend">
      <ul>
        {series.map((each, n) => {
          const value = shownValue(each);
          return (
            <li key={each.name}>
              <span className="chart-mark" style={{ background: `var(--${colors[n]})` }} />
              {each.name}
              <strong>{value === null ? '–' : format(value)}</strong>
            </li>
          );
        })}
      </ul>
      <span className="secondary">{at === undefined ? '' : formatTime(at)}</span>
    </div>
  );
}
