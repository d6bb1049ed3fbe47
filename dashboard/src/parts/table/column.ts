import type { ReactNode } from 'react';
import { addFilter, type Filter, replaceFilter } from '../address/filter.ts';
import type { ColumnValues } from './table-model.ts';

export interface Column<Row> extends ColumnValues<Row> {
  /** What the cell shows, if it is more than its value. */
  readonly show?: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** Whether cells offer filters for their values: `included` only for rows with it, `single` for one value at a time. */
  readonly isFilterable?: boolean | 'included' | 'single';
  /** What people call a value that is an id. */
  readonly nameOf?: (value: string) => string;
  readonly isSortable?: boolean;
}

/** The filters of a page after one more was chosen for a column. */
export function chosenFilters(
  { isFilterable }: Pick<Column<never>, 'isFilterable'>,
  texts: readonly string[] | undefined,
  filter: Filter,
): string[] {
  return isFilterable === 'single' ? replaceFilter(texts, filter) : addFilter(texts, filter);
}
