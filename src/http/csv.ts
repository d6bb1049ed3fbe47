import { Readable } from 'node:stream';

export const CSV = 'text/csv; charset=utf-8';

/** Rows per chunk; each chunk costs a write. */
const CHUNK_ROWS = 100;

/** A cell with several values separates them by `|`. */
export type TableCell = string | number | boolean | null | undefined | readonly string[];

/** A CSV body (RFC 4180), produced at the pace of the reader. Waits for the first row; see `jsonLines`. */
export async function csvBody(
  columns: readonly string[],
  rows: AsyncGenerator<readonly TableCell[]>,
): Promise<Readable> {
  const first = await rows.next();
  return Readable.from(chunks(csvLine(columns), first, rows), { objectMode: false });
}

async function* chunks(
  head: string,
  first: IteratorResult<readonly TableCell[]>,
  rows: AsyncGenerator<readonly TableCell[]>,
) {
  let lines = [head];
  if (!first.done) {
    lines.push(csvLine(first.value));
    for await (const row of rows) {
      if (lines.length >= CHUNK_ROWS) {
        yield lines.join('');
        lines = [];
      }
      lines.push(csvLine(row));
    }
  }
  yield lines.join('');
}

export function csvLine(cells: readonly TableCell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

function csvCell(cell: TableCell): string {
  if (typeof cell === 'number') return String(cell);
  const text = Array.isArray(cell) ? cell.join('|') : String(cell ?? '');
  // Spreadsheets execute cells that look like a formula. The quote in front makes them text.
  const guarded = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
