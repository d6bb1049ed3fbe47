import { type Filter, filterLabel, filterText, removeFilter } from '../address/filter.ts';
import { usePageSearch } from '../address/use-page-search.ts';
import { Icon } from '../controls/icon.tsx';
import './filter-chips.css';

export interface FilterColumn {
  readonly id: string;
  readonly title: string;
  /** What people call a value that is an id. */
  readonly nameOf?: (value: string) => string;
}

interface FilterChipsProps {
  readonly columns: readonly FilterColumn[];
  readonly filters: readonly Filter[];
}

/** The filters that hold, each with a way to remove it. */
export function FilterChips({ columns, filters }: FilterChipsProps) {
  const [search, change] = usePageSearch();
  if (filters.length === 0) return null;
  return (
    <ul className="chips" aria-label="Filters">
      {filters.map((filter) => {
        const { title = filter.column, nameOf } =
          columns.find(({ id }) => id === filter.column) ?? {};
        const text = filterLabel(filter, title, nameOf?.(filter.value));
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
