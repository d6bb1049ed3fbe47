import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { BusMessage } from '../bus.ts';
import { openForReading } from './sqlite-file.ts';

interface BatchRow {
  readonly last: number;
  readonly count: number;
  readonly published_at: number;
  readonly payload: string;
}

export interface Chunk {
  readonly messages: readonly BusMessage[];
  /** Number of the last message in it. */
  readonly last: number;
}

export interface FileTotals {
  /** Numbers of the oldest and the newest message kept; `newest < oldest` if there is none. */
  readonly oldest: number;
  readonly newest: number;
  readonly bytes: number;
  readonly dropped: number;
  readonly droppedUnread: number;
}

/** Read-only view of a writer's file, whether the writer is running or not. */
export class BatchReader {
  readonly generation: string;
  readonly #writer: string;
  readonly #database: DatabaseSync;
  readonly #next: StatementSync;
  readonly #totals: StatementSync;
  /** The batch that was decoded last, for consumers that read it in several parts. */
  #decoded: { readonly last: number; readonly messages: readonly BusMessage[] } | undefined;

  static open(file: string, writer: string): BatchReader | undefined {
    return openForReading(file, 'state', (database) => new BatchReader(database, writer));
  }

  private constructor(database: DatabaseSync, writer: string) {
    this.#database = database;
    this.#writer = writer;
    const state = database.prepare('select generation from state').get();
    this.generation = String(state?.['generation']);
    this.#next = database.prepare(
      'select last, count, published_at, payload from batches where last > ? order by last limit 1',
    );
    this.#totals = database.prepare(`
      select state.dropped, state.dropped_unread as droppedUnread,
        coalesce(o.last - o.count + 1, state.last + 1) as oldest,
        coalesce(n.last, state.last) as newest,
        coalesce(n.total_bytes - o.total_bytes + o.bytes, 0) as bytes
      from state
        left join (select * from batches order by last limit 1) as o
        left join (select * from batches order by last desc limit 1) as n
    `);
  }

  /** Up to `limit` messages numbered above `after`, in order; undefined if there is none. */
  next(after: number, limit: number): Chunk | undefined {
    const messages: BusMessage[] = [];
    let last = after;
    while (messages.length < limit) {
      const batch = this.#batchAfter(last);
      if (!batch) break;
      const unread = Math.min(batch.last - last, batch.messages.length);
      const start = batch.messages.length - unread;
      const part = batch.messages.slice(start, start + limit - messages.length);
      for (const message of part) messages.push(message);
      last = batch.last - unread + part.length;
    }
    return messages.length > 0 ? { messages, last } : undefined;
  }

  totals(): FileTotals {
    return this.#totals.get() as unknown as FileTotals;
  }

  close(): void {
    this.#database.close();
  }

  #batchAfter(number: number) {
    const known = this.#decoded;
    if (known && number < known.last && number >= known.last - known.messages.length) return known;
    const row = this.#next.get(number) as unknown as BatchRow | undefined;
    this.#decoded = row && { last: row.last, messages: this.#decode(row) };
    return this.#decoded;
  }

  #decode(row: BatchRow): readonly BusMessage[] {
    const decoded: unknown = JSON.parse(row.payload);
    const payloads = Array.isArray(decoded) ? decoded : [decoded];
    // Numbers are counted from the end: a batch that is one message has the last of its numbers.
    const first = row.last - payloads.length + 1;
    return payloads.map((payload, index) => ({
      id: `${this.generation}-${first + index}`,
      source: this.#writer,
      stream: this.generation,
      number: first + index,
      payload,
      publishedAt: row.published_at,
    }));
  }
}
