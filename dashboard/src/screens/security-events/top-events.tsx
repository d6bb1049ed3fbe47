import { addFilter, type Filter, filterText, replaceFilter } from '../../parts/address/filter.ts';
import type { PageSearch } from '../../parts/address/page-search.ts';
import { usePageSearch } from '../../parts/address/use-page-search.ts';
import { Ranking } from '../../parts/ranking/ranking.tsx';
import { Partial } from '../../parts/states/partial.tsx';
import { QueryState } from '../../parts/states/query-state.tsx';
import { actionName, countryName } from './event.ts';
import { type EventsShown, type RankedBy, useTopEvents } from './event-query.ts';

const SHOWN = 5;

interface List {
  readonly by: RankedBy;
  readonly title: string;
  /** The filter that a value becomes. */
  readonly column: string;
  readonly isCode: boolean;
}

const lists: readonly List[] = [
  { by: 'rule', title: 'Rules', column: 'rule_id', isCode: false },
  { by: 'action', title: 'Actions', column: 'action', isCode: false },
  { by: 'path', title: 'Paths', column: 'path', isCode: true },
  { by: 'ip', title: 'Addresses', column: 'ip', isCode: true },
  { by: 'country', title: 'Countries', column: 'country', isCode: false },
  { by: 'host', title: 'Hosts', column: 'host', isCode: true },
];

/** What occurs most among the events that are shown. A click shows only those. */
export function TopEvents({ shown }: { shown: EventsShown }) {
  return (
    <div className="rankings">
      {lists.map((list) => (
        <TopList key={list.by} shown={shown} list={list} />
      ))}
    </div>
  );
}

function TopList({ shown, list }: { shown: EventsShown; list: List }) {
  const top = useTopEvents(shown, list.by, SHOWN);
  const [search] = usePageSearch();
  return (
    <QueryState query={top} what={`${list.title} could not be read`}>
      {({ result }) => (
        <div>
          <Ranking
            title={list.title}
            isCode={list.isCode}
            empty="Nothing in this time"
            items={result.items
              .filter(({ value }) => value !== '')
              .map(({ value, count, description }) => {
                const filter = { column: list.column, value, isNegated: false };
                return {
                  id: value,
                  label: labelOf(list, value, description),
                  count,
                  link: { search: withFilter(search, filter) },
                  isCurrent: search.filter?.includes(filterText(filter)) ?? false,
                };
              })}
          />
          {!result.exact && (
            <Partial>There were too many different values, so each count is at least this.</Partial>
          )}
        </div>
      )}
    </QueryState>
  );
}

const names: { readonly [by in RankedBy]?: (value: string) => string } = {
  action: actionName,
  country: countryName,
};

function labelOf({ by }: List, value: string, description: string | undefined): string {
  return names[by]?.(value) ?? (description || value);
}

function withFilter(search: PageSearch, filter: Filter): PageSearch {
  const add = filter.column === 'path' ? replaceFilter : addFilter;
  return { ...search, filter: add(search.filter, filter) };
}
