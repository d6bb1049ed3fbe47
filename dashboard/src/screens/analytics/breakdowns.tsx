import { filterText } from '../../parts/address/filter.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Ranking } from '../../parts/ranking/ranking.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import type { TimeRange } from '../../parts/time/time-range.ts';
import { useTraffic } from '../../parts/traffic/use-traffic.ts';
import { narrowed } from './analytics-search.ts';
import { type Dimension, dimensions } from './dimensions.ts';

const listed = dimensions.slice(0, 5);
const SHOWN = 8;

interface BreakdownsProps {
  readonly zoneId: string;
  readonly range: TimeRange;
}

/** The requests by each dimension. A click limits the chart to the value. */
export function Breakdowns(props: BreakdownsProps) {
  return listed.map((dimension) => (
    <Breakdown key={dimension.by} {...props} dimension={dimension} />
  ));
}

function Breakdown({ zoneId, range, dimension }: BreakdownsProps & { dimension: Dimension }) {
  const { by, title, isCode = false, nameOf } = dimension;
  const query = useTraffic(zoneId, range, by);
  const [search] = usePageSearch();
  return (
    <QueryState query={query} what={`${title} could not be read`}>
      {({ result }) => (
        <Ranking
          title={title}
          isCode={isCode}
          empty="No requests in this time"
          items={Object.entries(result.totals.counts)
            .toSorted(([, one], [, other]) => other - one)
            .slice(0, SHOWN)
            .map(([value, count]) => ({
              id: value,
              label: nameOf?.(value) ?? value,
              count,
              link: { search: narrowed(search, by, value) },
              isCurrent:
                search.filter?.includes(filterText({ column: by, value, isNegated: false })) ??
                false,
            }))}
        />
      )}
    </QueryState>
  );
}
