import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Ranking } from '../../parts/ranking/ranking.tsx';
import { Partial } from '../../parts/states/partial.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import type { TimeRange } from '../../parts/time/time-range.ts';
import { useTopTraffic } from '../../parts/traffic/use-traffic.ts';

/** The most requested paths, each with a bar against the first. */
export function TopPaths({ zoneId, range }: { zoneId: string; range: TimeRange }) {
  const top = useTopTraffic(zoneId, range, 'path');
  const [search] = usePageSearch();
  return (
    <QueryState query={top} what="The top paths could not be read">
      {({ result: { items, exact } }) => (
        <div>
          <Ranking
            title="Top paths"
            isCode
            empty="No requests in this time"
            items={items.map(({ value, count }) => ({
              id: value,
              label: value,
              count,
              link: {
                to: `/zones/${zoneId}/traffic/live`,
                search: { ...search, filter: [`ClientRequestPath:${value}`] },
              },
            }))}
          />
          {!exact && (
            <Partial>
              There were too many different paths to count each: rare ones are missing, and counts
              may be a little too low.
            </Partial>
          )}
        </div>
      )}
    </QueryState>
  );
}
