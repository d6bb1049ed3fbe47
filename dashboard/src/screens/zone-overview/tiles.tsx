import type { TimeRange } from '../../parts/time/time-range.ts';
import { Tile } from '../../parts/traffic/tile.tsx';
import { type Figure, figures } from '../../parts/traffic/traffic-figures.ts';
import { usePreviousTraffic, useTraffic } from '../../parts/traffic/use-traffic.ts';

interface TilesProps {
  readonly zoneId: string;
  readonly range: TimeRange;
}

export function Tiles(props: TilesProps) {
  return (
    <ul className="tiles" aria-label="Key figures">
      {figures.map((figure) => (
        <li key={figure.id}>
          <ZoneTile {...props} figure={figure} />
        </li>
      ))}
    </ul>
  );
}

function ZoneTile({ zoneId, range, figure }: TilesProps & { figure: Figure }) {
  const traffic = useTraffic(zoneId, range, figure.by).data?.result;
  const before = usePreviousTraffic(zoneId, range, figure.by).data?.result;
  return <Tile figure={figure} range={range} traffic={traffic} before={before} />;
}
