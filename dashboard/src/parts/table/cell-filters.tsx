import { addFilter } from '../address/filter.ts';
import { usePageSearch } from '../address/use-page-search.ts';
import { Icon } from '../controls/icon.tsx';

/** "Only this" and "not this" beside a value. The filter menu offers the same to the keyboard. */
export function CellFilters({ column, value }: { column: string; value: string }) {
  const [search, change] = usePageSearch();
  if (value === '') return null;
  const add = (isNegated: boolean) =>
    change({ filter: addFilter(search.filter, { column, value, isNegated }) });
  return (
    <span className="cell-filters">
      <button type="button" tabIndex={-1} title={`Only ${value}`} onClick={() => add(false)}>
        <Icon name="plus" />
        <span className="visually-hidden">Only {value}</span>
      </button>
      <button type="button" tabIndex={-1} title={`Not ${value}`} onClick={() => add(true)}>
        <Icon name="minus" />
        <span className="visually-hidden">Not {value}</span>
      </button>
    </span>
  );
}
