/** Of wider tables the first columns are read. */
const MAX_COLUMNS = 200;

interface HeaderCell {
  readonly name: string;
  readonly column: number;
  readonly end: number;
}

/** A table of HTML while its rows are read. Plain data, so that it can be copied. */
export interface HtmlTable {
  /** The headers of the columns; those of several header rows are joined. */
  names: string[];
  /** Whether the row before is a header row too. */
  isInHead: boolean;
  row: number;
  column: number;
  /** The last row that a cell with `rowspan` takes of each column. */
  readonly takenUntil: number[];
  readonly headerCells: HeaderCell[];
  /** Cells of the row that are no header cells. */
  otherCells: number;
  /** The header of the cell that is open. */
  open: string | undefined;
}

export function newHtmlTable(): HtmlTable {
  return {
    names: [],
    isInHead: false,
    row: 0,
    column: 0,
    takenUntil: [],
    headerCells: [],
    otherCells: 0,
    open: undefined,
  };
}

/** A cell, with the text of a header cell. */
export interface HtmlCell {
  readonly name: string | undefined;
  readonly columns: number;
  readonly rows: number;
}

export function addCell(table: HtmlTable, { name, columns, rows }: HtmlCell): void {
  while ((table.takenUntil[table.column] ?? -1) >= table.row) table.column += 1;
  const start = table.column;
  const end = Math.min(start + columns, MAX_COLUMNS);
  for (let column = start; column < end; column += 1) {
    table.takenUntil[column] = table.row + rows - 1;
  }
  table.column = Math.max(start, end);
  table.open = table.names[start] || table.headerCells.at(-1)?.name;
  if (name === undefined) table.otherCells += 1;
  else table.headerCells.push({ name, column: start, end });
}

/** Returns the headers of the columns if the row was one of headers. */
export function endRow(table: HtmlTable): readonly string[] {
  const isHeader = isHeaderRow(table);
  const isEmpty = table.column === 0;
  if (isHeader) {
    if (!table.isInHead) table.names = [];
    for (const { name, column, end } of table.headerCells) {
      for (let at = column; at < end; at += 1) {
        table.names[at] = `${table.names[at] ?? ''} ${name}`.trim();
      }
    }
  }
  if (!isEmpty) {
    table.isInHead = isHeader;
    table.row += 1;
  }
  table.headerCells.length = 0;
  table.otherCells = 0;
  table.column = 0;
  table.open = undefined;
  return isHeader ? table.names : [];
}

/** All cells are header cells; only the first may be another, in the corner. One cell over several columns is a title. */
function isHeaderRow({ headerCells, otherCells }: HtmlTable): boolean {
  const [first] = headerCells;
  if (first === undefined) return false;
  if (headerCells.length === 1) return otherCells === 0 && first.end - first.column === 1;
  return otherCells === 0 || (otherCells === 1 && first.column > 0);
}
