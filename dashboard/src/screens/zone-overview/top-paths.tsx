import { formatCount } from '../../parts/format/numbers.ts';
import { Partial } from '../../parts/states/partial.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import type { TimeRange } from '../../parts/time/time-range.ts';
import { useTopPaths } from './use-traffic.ts';

/** The most requested paths, each with a bar against the first. */
export function TopPaths({ zoneId, range }: { zoneId: string; range: TimeRange }) {
  const top = useTopPaths(zoneId, range);
  return (
    <section className="overview-card" aria-labelledby="top-paths">
      <h2 id="top-paths">Top paths</h2>
      <QueryState query={top} what="The top paths could not be read">
        {({ result: { items, exact } }) => (
          <>
            <ol className="ranking">
              {items.map(({ value, count }) => (
                <li key={value}>
                  <span
                    className="ranking-bar"
                    style={{ width: `${(100 * count) / (items[0]?.count ?? 1)}%` }}
                  />
                  <code title={value}>{value}</code>
                  <span>{formatCount(count)}</span>
                </li>
              ))}
            </ol>
            {!exact && (
              <Partial>
                There were too many different paths to count each: rare ones are missing, and counts
                may be a little too low.
              </Partial>
            )}
          </>
        )}
      </QueryState>
    </section>
  );
}
