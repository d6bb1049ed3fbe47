import { type ReactNode, useMemo } from 'react';
import { readFilters } from '../address/filter.ts';
import { usePageSearch } from '../address/use-page-search.ts';
import { Button } from '../controls/button.tsx';
import { formatCount } from '../format/numbers.ts';
import { usePreferences } from '../preferences.ts';
import type { Column } from './column.ts';
import { FilterChips } from './filter-chips.tsx';
import type { MoveRow } from './row-handle.tsx';
import { TableGrid } from './table-grid.tsx';
import { filterRows, readSort, sortRows } from './table-model.ts';
import { TableTools } from './table-tools.tsx';
import './table.css';

export interface TableProps<Row> {
  /** Unique among tables: the name of exports, and of what the user has chosen for it. */
  readonly name: string;
  readonly label: string;
  /** The first two lead on phones. */
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  /** Opens the details of rows in the side panel. */
  readonly hasPanel?: boolean;
  /** Undefined if `rows` is the whole list. Otherwise the API sorts and filters, and this reads more. */
  readonly paging?: Paging<Row>;
  /** Instead of the table if there is nothing in it, whatever the filters. */
  readonly empty: ReactNode;
  /** Instead of rows if none matches the filters. */
  readonly nothing?: string;
  /** Further controls at the start of the tools. */
  readonly tools?: ReactNode;
  /** Lets rows be moved, by dragging and by keys. Their columns must not be sortable or filterable then. */
  readonly onMove?: MoveRow;
}

export interface Paging<Row> {
  readonly total: number | undefined;
  readonly hasMore: boolean;
  readonly isReading: boolean;
  readonly readMore: () => void;
  /** All rows that match the filters, for exports. */
  readonly readAll: () => Promise<readonly Row[]>;
}

/** The one table of the dashboard. Its order, filters and open row are in the address. */
export function Table<Row>(props: TableProps<Row>) {
  const { columns, rows, paging } = props;
  const [search, change] = usePageSearch();
  const hidden = usePreferences().hiddenColumns[props.name] ?? [];
  const sort = readSort(search.sort);
  const filters = readFilters(search.filter);
  const shown = useMemo(() => {
    if (paging) return rows;
    return sortRows(
      filterRows(rows, columns, readFilters(search.filter)),
      columns,
      readSort(search.sort),
    );
  }, [rows, columns, paging, search.filter, search.sort]);

  if (rows.length === 0 && filters.length === 0) return props.empty;
  return (
    <section className="table-part" aria-label={props.label}>
      <TableTools
        name={props.name}
        columns={columns}
        rows={rows}
        hidden={hidden}
        readAll={paging?.readAll ?? (async () => shown)}
        start={props.tools}
      />
      <FilterChips columns={columns} filters={filters} />
      {shown.length === 0 ? (
        <p className="table-nothing">
          {props.nothing ?? 'Nothing matches the filters.'}{' '}
          <Button onClick={() => change({ filter: undefined })}>Remove them</Button>
        </p>
      ) : (
        <TableGrid
          label={props.label}
          columns={columns.filter(({ id }) => !hidden.includes(id))}
          rows={shown}
          rowId={props.rowId}
          sort={sort}
          panel={props.hasPanel ? (search.panel ?? '') : undefined}
          onMove={props.onMove}
        />
      )}
      <TableEnd shown={shown.length} paging={paging} />
    </section>
  );
}

function TableEnd<Row>({ shown, paging }: { shown: number; paging: Paging<Row> | undefined }) {
  const total = paging?.total ?? (paging?.hasMore ? undefined : shown);
  return (
    <footer className="table-end">
      <span>
        {total === undefined || total === shown
          ? `${formatCount(shown)} ${shown === 1 ? 'row' : 'rows'}`
          : `${formatCount(shown)} of ${formatCount(total)} rows`}
      </span>
      {paging?.hasMore && (
        <Button onClick={paging.readMore} disabled={paging.isReading}>
          Show more
        </Button>
      )}
    </footer>
  );
}
