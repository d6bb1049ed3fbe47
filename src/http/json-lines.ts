import { Readable } from 'node:stream';

export const JSON_LINES = 'application/x-ndjson';

/** Lines per chunk; each chunk costs a write. */
const CHUNK_LINES = 100;

/**
 * A body with one JSON value per line, produced at the pace of the reader. Waits for the first value, so that
 * an early failure can still become an error response. A later failure ends the connection.
 */
export async function jsonLines(items: AsyncGenerator<unknown>): Promise<Readable> {
  const first = await items.next();
  return Readable.from(chunks(first, items), { objectMode: false });
}

async function* chunks(first: IteratorResult<unknown>, items: AsyncGenerator<unknown>) {
  if (first.done) return;
  let lines = [JSON.stringify(first.value)];
  for await (const item of items) {
    if (lines.length === CHUNK_LINES) {
      yield `${lines.join('\n')}\n`;
      lines = [];
    }
    lines.push(JSON.stringify(item));
  }
  yield `${lines.join('\n')}\n`;
}
