import type { ReactNode } from 'react';
import type { ColumnValues } from './table-model.ts';

export interface Column<Row> extends ColumnValues<Row> {
  /** What the cell shows, if it is more than its value. */
  readonly show?: (row: Row) => ReactNode;
  readonly isNumber?: boolean;
  /** Whether cells offer filters for their values. */
  readonly isFilterable?: boolean;
  readonly isSortable?: boolean;
}
