import { useQuery } from '@tanstack/react-query';
import { readFilters } from '../../parts/address/filter.ts';
import { useZoneId, zoneQuery } from '../../parts/address/scope.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { CopyAs } from '../../parts/copy-as/copy-as.tsx';
import { Empty } from '../../parts/states/empty.tsx';
import { Partial } from '../../parts/states/partial.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { Skeleton } from '../../parts/states/skeleton.tsx';
import { FilterChips } from '../../parts/table/filter-chips.tsx';
import { rangeQuery } from '../../parts/time/range-query.ts';
import { rangeOf } from '../../parts/time/time-range.ts';
import { useTraffic } from '../../parts/traffic/use-traffic.ts';
import { shownIn } from './analytics-search.ts';
import { Breakdowns } from './breakdowns.tsx';
import { dimensions } from './dimensions.ts';
import { KeyFigures } from './key-figures.tsx';
import { RequestsChart } from './requests-chart.tsx';
import { TopTraffic } from './top-traffic.tsx';
import { BytesChart, OriginTimeChart } from './volume-charts.tsx';
import './analytics.css';

const columns = dimensions.map(({ by, title, nameOf }) => ({
  id: by,
  title,
  ...(nameOf && { nameOf }),
}));

/** What do visitors request, how much of it, and how does the origin do? */
export function Analytics() {
  const zoneId = useZoneId();
  const [search] = usePageSearch();
  const range = rangeOf(search);
  const shown = shownIn(search);
  const traffic = useTraffic(zoneId, range, shown.dimension.by);
  const params = { zone_id: zoneId };
  const query = { ...rangeQuery(range), by: shown.dimension.by };
  const chips = readFilters(search.filter).filter(({ column }) => column === shown.dimension.by);
  return (
    <div className="page">
      <div className="page-header">
        <h1>Analytics</h1>
        <CopyAs call={{ operation: 'GET /zones/{zone_id}/traffic/timeseries', params, query }} />
      </div>
      {chips.length > 0 && (
        <div className="analytics-filters">
          <FilterChips columns={columns} filters={chips} />
          <Partial>They limit the first chart. All other figures count all requests.</Partial>
        </div>
      )}
      <QueryState
        query={traffic}
        what="The traffic could not be read"
        skeleton={<Skeleton lines={4} height={80} />}
      >
        {({ result }) =>
          result.totals.requests === 0 ? (
            <NoTraffic zoneId={zoneId} />
          ) : (
            <>
              <KeyFigures zoneId={zoneId} range={range} totals={result.totals} />
              <RequestsChart zoneId={zoneId} range={range} traffic={result} shown={shown} />
              <div className="analytics-columns">
                <BytesChart traffic={result} />
                <OriginTimeChart traffic={result} />
              </div>
              <div className="rankings">
                <Breakdowns zoneId={zoneId} range={range} />
                <TopTraffic zoneId={zoneId} range={range} />
              </div>
            </>
          )
        }
      </QueryState>
    </div>
  );
}

function NoTraffic({ zoneId }: { zoneId: string }) {
  const name = useQuery(zoneQuery(zoneId)).data?.result.name ?? 'your zone';
  return (
    <Empty
      icon="chart"
      title="No requests in this time"
      guide={{ href: '/docs/guides/traffic.md', label: 'How requests are counted' }}
    >
      <p>
        Requests to {name} are counted a few seconds after the edge has served them. Choose a longer
        time range, or send one:
      </p>
      <p>
        <code>curl -H 'Host: {name}' http://127.0.0.1:8080/</code>
      </p>
    </Empty>
  );
}
