import { usePageSearch } from '../address/use-page-search.ts';
import { Icon } from '../controls/icon.tsx';
import { type Column, chosenFilters } from './column.ts';

/** "Only this" and "not this" beside a value. The filter menu offers the same to the keyboard. */
export function CellFilters<Row>({ column, value }: { column: Column<Row>; value: string }) {
  const [search, change] = usePageSearch();
  if (value === '') return null;
  const name = column.nameOf?.(value) ?? value;
  const add = (isNegated: boolean) =>
    change({
      filter: chosenFilters(column, search.filter, { column: column.id, value, isNegated }),
    });
  return (
    <span className="cell-filters">
      <button type="button" tabIndex={-1} title={`Only ${name}`} onClick={() => add(false)}>
        <Icon name="plus" />
        <span className="visually-hidden">Only {name}</span>
      </button>
      {column.isFilterable === true && (
        <button type="button" tabIndex={-1} title={`Not ${name}`} onClick={() => add(true)}>
          <Icon name="minus" />
          <span className="visually-hidden">Not {name}</span>
        </button>
      )}
    </span>
  );
}
