/** The column headers of a table whose rows are lines, such as CSV. */

/** Longer first lines are no headers, and in longer rows no column is counted. */
const MAX_LINE = 4096;
const delimiters = [',', ';', '\t', '|'];
/** A cell of a header: a name, perhaps quoted; Markdown has empty cells at the ends. */
const headerCell =
  /^ *(?:"[^"]{0,64}"|'[^']{0,64}'|[\p{L}_#][\p{L}\p{M}\p{N} _./()#:-]{0,64}|) *$/u;

export class DelimitedColumns {
  readonly headers: readonly string[];
  readonly #delimiter: string;
  #text = '';
  /** Position up to which delimiters were counted, and the row that it is in. */
  #at = 0;
  #rowStart = -1;
  #column = 0;
  #isQuoted = false;

  private constructor(headers: readonly string[], delimiter: string) {
    this.headers = headers;
    this.#delimiter = delimiter;
  }

  /** Null if the text does not begin with the header of a table. */
  static of(text: string): DelimitedColumns | null {
    const end = text.indexOf('\n');
    if (end < 1 || end > MAX_LINE) return null;
    const line = text
      .slice(0, end)
      .replace(/^\ufeff/, '')
      .replace(/\r$/, '');
    const tables = delimiters
      .map((delimiter) => ({ delimiter, cells: line.split(delimiter) }))
      .filter(({ cells }) => cells.length > 1 && cells.every((cell) => headerCell.test(cell)))
      .sort((a, b) => b.cells.length - a.cells.length);
    return tables[0] ? new DelimitedColumns(tables[0].cells, tables[0].delimiter) : null;
  }

  /** Begins with a text that continues the table. */
  begin(text: string): void {
    this.#text = text;
    this.#rowStart = -1;
    this.#at = 0;
  }

  /** The header of the column at an offset. Cheap for ascending offsets in a row. */
  headerAt(offset: number): string | undefined {
    if (this.#rowStart < 0 || offset < this.#at || this.#hasBreakBefore(offset)) {
      if (!this.#startRow(offset)) return undefined;
    }
    const text = this.#text;
    for (; this.#at < offset; this.#at += 1) {
      const character = text[this.#at];
      if (character === '"') this.#isQuoted = !this.#isQuoted;
      else if (character === this.#delimiter && !this.#isQuoted) this.#column += 1;
    }
    return this.headers[this.#column];
  }

  #hasBreakBefore(offset: number): boolean {
    if (offset - this.#rowStart > MAX_LINE) return true;
    return this.#text.slice(this.#at, offset).includes('\n');
  }

  #startRow(offset: number): boolean {
    const from = Math.max(0, offset - MAX_LINE);
    const lineBreak = this.#text.slice(from, offset).lastIndexOf('\n');
    if (lineBreak < 0) {
      this.#rowStart = -1;
      return false;
    }
    this.#rowStart = from + lineBreak + 1;
    this.#at = this.#rowStart;
    this.#column = 0;
    this.#isQuoted = false;
    return true;
  }
}
