import { DelimitedColumns } from './delimited-columns.ts';
import { htmlTables } from './html-tables.ts';
import { MarkedTables } from './marked-tables.ts';
import { sqlRows } from './sql-rows.ts';

/**
 * The headers of the tables in a text, which are the context of the values below them: CSV and other text whose first line
 * is a header, tables of HTML, rows of SQL.
 */
export class Columns {
  readonly #tables = [new MarkedTables(htmlTables), new MarkedTables(sqlRows)];
  /** Undefined before the first text. */
  #delimited: DelimitedColumns | null | undefined;

  /** Begins with a text, or with the part of it that follows the last one passed to `leave`. */
  begin(text: string): void {
    if (this.#delimited === undefined) this.#delimited = DelimitedColumns.of(text);
    this.#delimited?.begin(text);
    for (const tables of this.#tables) tables.begin(text);
  }

  /** The headers of all columns. */
  get headers(): readonly string[] {
    const own = this.#delimited?.headers ?? [];
    return own.concat(...this.#tables.map(({ headers }) => [...headers]));
  }

  /** The header of the column at an offset. Cheap for ascending offsets. */
  headerAt(offset: number): string | undefined {
    for (const tables of this.#tables) {
      const header = tables.headerAt(offset);
      if (header !== undefined) return header;
    }
    return this.#delimited?.headerAt(offset);
  }

  /** Leaves the first part of the text; the next one begins behind it. */
  leave(text: string): void {
    for (const tables of this.#tables) tables.leave(text);
  }
}
