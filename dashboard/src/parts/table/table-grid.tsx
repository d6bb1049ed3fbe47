import { type KeyboardEvent, type UIEvent, useRef, useState } from 'react';
import { usePageSearch } from '../address/use-page-search.ts';
import { Icon } from '../controls/icon.tsx';
import { ScrollArea } from '../controls/scroll-area.tsx';
import { formatCount } from '../format/numbers.ts';
import { CellFilters } from './cell-filters.tsx';
import type { Column } from './column.ts';
import { type MoveRow, RowHandle } from './row-handle.tsx';
import { nextSort, type Sort, valueText, visibleRows } from './table-model.ts';

/** Longer tables draw only the rows in view. */
const VIRTUAL_FROM = 200;
/** As in table.css. */
const ROW_HEIGHT = 37;
const FIRST_HEIGHT = 900;
/** Other rows are drawn once this much has scrolled by, not for every pixel. */
const BLOCK_HEIGHT = 8 * ROW_HEIGHT;

interface TableGridProps<Row> {
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowId: (row: Row) => string;
  readonly sort: Sort | undefined;
  /** The id of the open row; undefined if rows cannot be opened. */
  readonly panel: string | undefined;
  /** Undefined if the order of the rows is not the reader's to choose. */
  readonly onMove: MoveRow | undefined;
}

export function TableGrid<Row>(props: TableGridProps<Row>) {
  const { columns, rows, rowId, sort } = props;
  const isVirtual = rows.length > VIRTUAL_FROM;
  const [view, setView] = useState({ scrolled: 0, height: FIRST_HEIGHT });
  const { first, end } = isVirtual
    ? visibleRows(rows.length, ROW_HEIGHT, view.scrolled, view.height)
    : { first: 0, end: rows.length };
  const onScroll = ({ currentTarget }: UIEvent<HTMLElement>) => {
    const scrolled = Math.floor(currentTarget.scrollTop / BLOCK_HEIGHT) * BLOCK_HEIGHT;
    const height = currentTarget.clientHeight + BLOCK_HEIGHT;
    setView((view) =>
      view.scrolled === scrolled && view.height === height ? view : { scrolled, height },
    );
  };
  return (
    <ScrollArea
      className={`table-scroll ${isVirtual ? 'table-virtual' : ''}`}
      onScroll={isVirtual ? onScroll : undefined}
      label={props.label}
    >
      <table aria-rowcount={rows.length + 1}>
        <TableHead columns={columns} sort={sort} />
        <tbody onKeyDown={moveBetweenRows}>
          <Spacer rows={first} columns={columns.length} />
          {rows.slice(first, end).map((row, n) => (
            <TableRow
              key={rowId(row)}
              row={row}
              id={rowId(row)}
              position={first + n + 2}
              columns={columns}
              panel={props.panel}
              count={rows.length}
              onMove={props.onMove}
            />
          ))}
          <Spacer rows={rows.length - end} columns={columns.length} />
        </tbody>
      </table>
    </ScrollArea>
  );
}

function TableHead<Row>({
  columns,
  sort,
}: {
  columns: readonly Column<Row>[];
  sort: Sort | undefined;
}) {
  const [, change] = usePageSearch();
  return (
    <thead>
      <tr>
        {columns.map(({ id, title, isNumber, isSortable = true }) => {
          const direction =
            sort?.column !== id ? undefined : sort.isDescending ? 'descending' : 'ascending';
          return (
            <th key={id} scope="col" aria-sort={direction} className={isNumber ? 'number' : ''}>
              {isSortable ? (
                <button
                  type="button"
                  className="head-button"
                  onClick={() => change({ sort: nextSort(sort, id) })}
                >
                  {title}
                  {direction && <Icon name="sort" turned={direction === 'ascending'} />}
                </button>
              ) : (
                title
              )}
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

interface TableRowProps<Row> {
  readonly row: Row;
  readonly id: string;
  readonly position: number;
  readonly columns: readonly Column<Row>[];
  readonly panel: string | undefined;
  readonly count: number;
  readonly onMove: MoveRow | undefined;
}

function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, id, position, columns, panel, onMove } = props;
  const [, change] = usePageSearch();
  const open = useRef<HTMLButtonElement>(null);
  const canOpen = panel !== undefined;
  return (
    // The button in the first cell does the same for the keyboard.
    <tr
      data-row={id}
      aria-rowindex={position}
      className={`${canOpen ? 'row-opens' : ''} ${panel === id ? 'row-open' : ''}`}
      onClick={(event) => {
        const isControl = (event.target as Element).closest('a, button, input');
        if (canOpen && !isControl && !getSelection()?.toString()) open.current?.click();
      }}
    >
      {columns.map((column, n) => {
        const content = column.show?.(row) ?? shownValue(column.value(row));
        const lead =
          n === 0 && canOpen ? (
            <button
              ref={open}
              type="button"
              className="row-button"
              aria-expanded={panel === id}
              onClick={() => {
                open.current?.focus();
                change({ panel: panel === id ? undefined : id }, { replace: panel !== '' });
              }}
            >
              {content}
            </button>
          ) : (
            content
          );
        return (
          <td key={column.id} data-title={column.title} className={column.isNumber ? 'number' : ''}>
            {n === 0 && onMove ? (
              <div className="cell-moved">
                <RowHandle id={id} at={position - 2} count={props.count} onMove={onMove} />
                {lead}
              </div>
            ) : (
              lead
            )}
            {column.isFilterable && (
              <CellFilters column={column} value={valueText(column.value(row))} />
            )}
          </td>
        );
      })}
    </tr>
  );
}

function shownValue(value: string | number | undefined): string {
  return Number.isInteger(value) ? formatCount(Number(value)) : valueText(value);
}

/** Takes the place of rows that are not drawn. */
function Spacer({ rows, columns }: { rows: number; columns: number }) {
  if (rows === 0) return null;
  return (
    <tr className="row-spacer">
      <td colSpan={columns} style={{ height: rows * ROW_HEIGHT }} />
    </tr>
  );
}

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const target = event.target as Element;
  if (!step || !target.matches('.row-button')) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('.row-button')];
  buttons[buttons.indexOf(target as HTMLButtonElement) + step]?.focus();
}
