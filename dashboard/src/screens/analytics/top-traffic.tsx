import { keptSearch } from '../../parts/address/kept-search.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Ranking } from '../../parts/ranking/ranking.tsx';
import { Partial } from '../../parts/states/partial.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import type { TimeRange } from '../../parts/time/time-range.ts';
import { useTopTraffic } from '../../parts/traffic/use-traffic.ts';
import { type TopList, topLists } from './dimensions.ts';

interface TopTrafficProps {
  readonly zoneId: string;
  readonly range: TimeRange;
}

/** The most frequent values. Past requests are not stored one by one, so a value leads to the live ones with it. */
export function TopTraffic(props: TopTrafficProps) {
  return topLists.map((list) => <Top key={list.by} {...props} list={list} />);
}

function Top({ zoneId, range, list }: TopTrafficProps & { list: TopList }) {
  const top = useTopTraffic(zoneId, range, list.by);
  const [search] = usePageSearch();
  const kept = keptSearch({ ...search });
  return (
    <QueryState query={top} what={`${list.title} could not be read`}>
      {({ result }) => (
        <div>
          <Ranking
            title={list.title}
            isCode={list.isCode}
            empty="None in this time"
            items={result.items.map(({ value, count }) => ({
              id: value,
              label: value === '' ? '(none)' : value,
              count,
              link: {
                to: `/zones/${zoneId}/traffic/live`,
                search: { ...kept, filter: [list.liveFilter(value)] },
              },
              ...(list.eventFilter && {
                also: {
                  to: `/zones/${zoneId}/security/events`,
                  search: { ...kept, filter: [list.eventFilter(value)] },
                  icon: 'shield' as const,
                  label: 'Security events',
                },
              }),
            }))}
          />
          {!result.exact && (
            <Partial>
              There were too many different values to count each: rare ones are missing, and counts
              may be a little too low.
            </Partial>
          )}
        </div>
      )}
    </QueryState>
  );
}
