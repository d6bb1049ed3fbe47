import { type Filter, filterText, removeFilter } from '../address/filter.ts';
import { usePageSearch } from '../address/use-page-search.ts';
import { Icon } from '../controls/icon.tsx';

interface FilterChipsProps {
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  readonly filters: readonly Filter[];
}

/** The filters that hold, each with a way to remove it. */
export function FilterChips({ columns, filters }: FilterChipsProps) {
  const [search, change] = usePageSearch();
  if (filters.length === 0) return null;
  const titleOf = (id: string) => columns.find((column) => column.id === id)?.title ?? id;
  return (
    <ul className="chips" aria-label="Filters">
      {filters.map((filter) => {
        const text = `${titleOf(filter.column)} is ${filter.isNegated ? 'not ' : ''}${filter.value}`;
        return (
          <li key={filterText(filter)}>
            <button
              type="button"
              className="chip"
              title="Remove this filter"
              onClick={() => change({ filter: removeFilter(search.filter, filter) })}
            >
              <span className="visually-hidden">Remove the filter </span>
              <span>{text}</span>
              <Icon name="close" />
            </button>
          </li>
        );
      })}
    </ul>
  );
}
