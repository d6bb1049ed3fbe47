import { type Filter, matchesFilters } from '../address/filter.ts';

/** What a table has to know of a column to sort, filter and export it. */
export interface ColumnValues<Row> {
  readonly id: string;
  readonly title: string;
  /** The value for sorting, filters and exports. */
  readonly value: (row: Row) => string | number | undefined;
}

export function valueText(value: string | number | undefined): string {
  return value === undefined ? '' : String(value);
}

export function filterRows<Row>(
  rows: readonly Row[],
  columns: readonly ColumnValues<Row>[],
  filters: readonly Filter[],
): readonly Row[] {
  if (filters.length === 0) return rows;
  const byId = new Map(columns.map((column) => [column.id, column]));
  return rows.filter((row) =>
    matchesFilters(filters, (column) => valueText(byId.get(column)?.value(row))),
  );
}

export interface Sort {
  readonly column: string;
  readonly isDescending: boolean;
}

/** `name`, `-name`. */
export function readSort(text: string | undefined): Sort | undefined {
  if (!text) return undefined;
  const isDescending = text.startsWith('-');
  return { column: isDescending ? text.slice(1) : text, isDescending };
}

/** A click on a head sorts by its column, the next one turns the order round, the third one ends it. */
export function nextSort(before: Sort | undefined, column: string): string | undefined {
  if (before?.column !== column) return column;
  return before.isDescending ? undefined : `-${column}`;
}

/** Numbers by size, text as people sort it, missing values last. Rows with equal values keep their order. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly ColumnValues<Row>[],
  sort: Sort | undefined,
): readonly Row[] {
  const column = columns.find(({ id }) => id === sort?.column);
  if (!column || !sort) return rows;
  const sign = sort.isDescending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [a, b] = [column.value(one), column.value(other)];
    if (a === undefined || b === undefined)
      return Number(a === undefined) - Number(b === undefined);
    return sign * compare(a, b);
  });
}

const collator = new Intl.Collator('en', { numeric: true });

function compare(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return collator.compare(String(a), String(b));
}

export function csvOf<Row>(rows: readonly Row[], columns: readonly ColumnValues<Row>[]): string {
  const lines = [
    columns.map(({ title }) => title),
    ...rows.map((row) => columns.map(({ value }) => valueText(value(row)))),
  ];
  return lines.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}

/** Spreadsheets run text that starts like a formula, and the text may come from a visitor. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export interface Window {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

/** Which rows of a long table are drawn: those in view and some around. */
export function visibleRows(
  count: number,
  rowHeight: number,
  scrolled: number,
  height: number,
  around = 12,
): Window {
  const first = Math.max(0, Math.floor(scrolled / rowHeight) - around);
  const end = Math.min(count, Math.ceil((scrolled + height) / rowHeight) + around);
  return { first: Math.min(first, count), end };
}
