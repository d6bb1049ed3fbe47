import { Sparkline } from '../../parts/chart/sparkline.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import { rangeSeconds, type TimeRange } from '../../parts/time/time-range.ts';
import { usePreviousTraffic, useTraffic } from '../../parts/traffic/use-traffic.ts';
import { bucketSeconds, changeText, type Figure, figures } from './traffic-figures.ts';

interface TilesProps {
  readonly zoneId: string;
  readonly range: TimeRange;
}

export function Tiles(props: TilesProps) {
  return (
    <ul className="tiles" aria-label="Key figures">
      {figures.map((figure) => (
        <li key={figure.id}>
          <Tile {...props} figure={figure} />
        </li>
      ))}
    </ul>
  );
}

function Tile({ zoneId, range, figure }: TilesProps & { figure: Figure }) {
  const traffic = useTraffic(zoneId, range, figure.by).data?.result;
  const before = usePreviousTraffic(zoneId, range, figure.by).data?.result;
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
