import { Sparkline } from '../chart/sparkline.tsx';
import { Skeleton } from '../states/skeleton.tsx';
import { rangeSeconds, type TimeRange } from '../time/time-range.ts';
import { bucketSeconds, changeText, type Figure } from './traffic-figures.ts';
import type { Traffic } from './use-traffic.ts';
import './overview.css';

interface TileProps {
  readonly figure: Figure;
  readonly range: TimeRange;
  readonly traffic: Traffic | undefined;
  /** Of the period before, for the change. */
  readonly before: Traffic | undefined;
}

/** A figure of the traffic, its change, and how it went. */
export function Tile({ figure, range, traffic, before }: TileProps) {
  if (!traffic) {
    return (
      <div className="tile">
        <Skeleton lines={3} />
      </div>
    );
  }
  const seconds = rangeSeconds(range, Date.now());
  const value = figure.of(traffic.totals, seconds);
  const change = before && changeText(value, figure.of(before.totals, seconds));
  const length = bucketSeconds(traffic.bucket);
  return (
    <div className="tile" title={figure.help}>
      <h2>{figure.title}</h2>
      <p className="tile-value">
        <strong>{value === null ? '–' : figure.format(value)}</strong>
        <span className="secondary">{change && `${change} to the period before`}</span>
      </p>
      <Sparkline values={traffic.buckets.map((sums) => figure.of(sums, length))} />
    </div>
  );
}
