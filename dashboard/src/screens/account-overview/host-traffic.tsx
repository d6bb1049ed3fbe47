import { useMemo } from 'react';
import { keptSearch } from '../../parts/address/kept-search.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Chart } from '../../parts/chart/chart.tsx';
import { countSeries } from '../../parts/chart/series.ts';
import { formatShort } from '../../parts/format/numbers.ts';
import { Ranking } from '../../parts/ranking/ranking.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import type { TimeRange } from '../../parts/time/time-range.ts';
import { useZoom } from '../../parts/time/use-zoom.ts';
import type { Traffic } from '../../parts/traffic/use-traffic.ts';
import { useAccountTraffic } from './use-account-traffic.ts';

interface HostTrafficProps {
  readonly accountId: string;
  readonly zones: readonly { readonly id: string; readonly name: string }[];
  readonly range: TimeRange;
}

const SHOWN = 10;

/** Which sites the requests are for. */
export function HostTraffic({ accountId, zones, range }: HostTrafficProps) {
  const traffic = useAccountTraffic(accountId, range, 'host');
  return (
    <QueryState query={traffic} what="The traffic could not be read">
      {({ result }) => (
        <div className="overview-columns">
          <HostChart traffic={result} />
          <HostRanking traffic={result} zones={zones} />
        </div>
      )}
    </QueryState>
  );
}

function HostChart({ traffic }: { traffic: Traffic }) {
  const zoom = useZoom();
  const times = useMemo(() => traffic.buckets.map(({ start }) => Date.parse(start)), [traffic]);
  const series = useMemo(() => countSeries(traffic.buckets), [traffic]);
  return (
    <Chart
      title="Requests by host"
      kind="area"
      times={times}
      series={series}
      format={formatShort}
      onZoom={zoom}
    />
  );
}

function HostRanking({ traffic, zones }: { traffic: Traffic } & Pick<HostTrafficProps, 'zones'>) {
  const [search] = usePageSearch();
  const hosts = Object.entries(traffic.totals.counts)
    .sort(([, one], [, other]) => other - one)
    .slice(0, SHOWN);
  return (
    <Ranking
      title="Top hosts"
      isCode
      empty="No requests in this time"
      items={hosts.map(([host, count]) => {
        const zone = zoneOf(host, zones);
        return {
          id: host,
          label: host,
          count,
          link: { to: zone ? `/zones/${zone.id}` : '.', search: keptSearch({ ...search }) },
        };
      })}
    />
  );
}

/** The zone with the longest name that a host belongs to. Hosts are counted with their ports. */
function zoneOf(host: string, zones: HostTrafficProps['zones']) {
  const bare = host.replace(/:\d+$/, '');
  return zones
    .filter(({ name }) => bare === name || bare.endsWith(`.${name}`))
    .sort((one, other) => other.name.length - one.name.length)[0];
}
