import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { BusErrorListener, BusMessage } from '../bus.ts';
import { batchDamaged } from '../bus-errors.ts';
import type { BatchHead } from './batch-file.ts';
import { openForReading } from './sqlite-file.ts';
import { decodePayload, type StoredPayload } from './stored-payload.ts';

export interface Chunk {
  readonly messages: readonly BusMessage[];
  /** Number of the last message in it. */
  readonly last: number;
}

export interface FileTotals {
  /** Numbers of the oldest and the newest message kept; `newest < oldest` if there is none. */
  readonly oldest: number;
  readonly newest: number;
  /** When the oldest and the newest batch were published; 0 if there is none. */
  readonly oldestAt: number;
  readonly newestAt: number;
  readonly bytes: number;
  readonly dropped: number;
  readonly droppedUnread: number;
}

const HEAD = 'last, count, bytes, published_at as publishedAt';

/** Read-only view of a writer's file, whether the writer is running or not. Every query is a short transaction of its own. */
export class BatchReader {
  readonly generation: string;
  readonly writer: string;
  readonly #database: DatabaseSync;
  readonly #onError: BusErrorListener;
  readonly #head: StatementSync;
  readonly #payload: StatementSync;
  readonly #gap: StatementSync;
  readonly #totals: StatementSync;
  /** The batch that was decoded last, for consumers that read it in several parts. */
  #decoded: { readonly last: number; readonly messages: readonly BusMessage[] } | undefined;
  /** The last batch that could not be decoded, so that it is reported once. */
  #damaged = 0;

  static open(file: string, writer: string, onError: BusErrorListener): BatchReader | undefined {
    return openForReading(file, 'state', (database) => new BatchReader(database, writer, onError));
  }

  private constructor(database: DatabaseSync, writer: string, onError: BusErrorListener) {
    this.#database = database;
    this.writer = writer;
    this.#onError = onError;
    const state = database.prepare('select generation from state').get();
    this.generation = String(state?.['generation']);
    this.#head = database.prepare(
      `select ${HEAD} from batches where last > ? and bytes > 0 order by last limit 1`,
    );
    // A file of an earlier version has no column `packed` until its writer adds it.
    this.#payload = database.prepare('select * from batches where last = ?');
    this.#gap = database.prepare(
      'select last - count - ?1 as gap from batches where last > ?1 order by last limit 1',
    );
    this.#totals = database.prepare(`
      select state.dropped, state.dropped_unread as droppedUnread,
        coalesce(o.last - o.count + 1, state.last + 1) as oldest,
        coalesce(n.last, state.last) as newest,
        coalesce(o.published_at, 0) as oldestAt,
        coalesce(n.published_at, 0) as newestAt,
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

  /** The batch with the first message above `number`. */
  headAfter(number: number): BatchHead | undefined {
    return this.#head.get(number) as unknown as BatchHead | undefined;
  }

  /** How many messages above `number` were removed. */
  missedAfter(number: number): number {
    return Math.max(0, Number(this.#gap.get(number)?.['gap'] ?? 0));
  }

  /** The stored payload of a batch; undefined if the batch was removed in the meantime. */
  payloadOf(head: BatchHead): StoredPayload | undefined {
    const row = this.#payload.get(head.last);
    return (row?.['packed'] ?? row?.['payload']) as StoredPayload | undefined;
  }

  /** The number before the first message that was published at this time or later. */
  numberBefore(time: number): number {
    const { oldest, newest } = this.totals();
    // Times grow with numbers, so a binary search finds the first batch.
    let [least, most] = [oldest, newest + 1];
    while (least < most) {
      const middle = Math.floor((least + most) / 2);
      const head = this.headAfter(middle - 1);
      if (!head || head.publishedAt >= time) most = middle;
      else least = head.last + 1;
    }
    return least - 1;
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
    this.#decoded = undefined;
    for (let head = this.headAfter(number); head; head = this.headAfter(number)) {
      const payload = this.payloadOf(head);
      if (payload === undefined) continue;
      this.#decoded = { last: head.last, messages: this.#messagesOf(head, payload) };
      return this.#decoded;
    }
    return undefined;
  }

  /** Empty if the batch is damaged, so that it does not block later batches. */
  #messagesOf(head: BatchHead, payload: StoredPayload): readonly BusMessage[] {
    try {
      return this.#decode(head, payload);
    } catch (error) {
      if (head.last > this.#damaged) this.#onError(batchDamaged(this.writer, head.count, error));
      this.#damaged = Math.max(this.#damaged, head.last);
      return [];
    }
  }

  #decode(head: BatchHead, payload: StoredPayload): readonly BusMessage[] {
    const decoded = decodePayload(payload);
    const payloads = Array.isArray(decoded) ? decoded : [decoded];
    // Counted from the end, because a batch that is one message has its last number.
    const first = head.last - payloads.length + 1;
    return payloads.map((each, index) => ({
      id: `${this.generation}-${first + index}`,
      source: this.writer,
      stream: this.generation,
      number: first + index,
      payload: each,
      publishedAt: head.publishedAt,
    }));
  }
}
