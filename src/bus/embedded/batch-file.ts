import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { readBootId } from './boot-id.ts';
import { inTransaction, openForWriting } from './sqlite-file.ts';
import type { StoredPayload } from './stored-payload.ts';

// One row per batch: a row per message would cost several times as much. Messages are numbered from 1 without gaps, and a row is found by
// its last number. `total_bytes` counts all bytes ever written, so that sizes are differences and never need a scan. A compressed payload
// is in `packed`, and `payload` is empty. Files may lack the column `packed`; it is added when they are opened, which is fast at any size.
// A row of 0 bytes holds no messages: its numbers were skipped.
const SCHEMA = `
  create table if not exists batches (
    last integer primary key,
    count integer not null,
    bytes integer not null,
    total_bytes integer not null,
    published_at integer not null,
    payload text not null,
    packed blob
  ) strict;
  create table if not exists state (
    id integer primary key check (id = 1),
    generation text not null,
    last integer not null,
    total_bytes integer not null,
    dropped integer not null,
    dropped_unread integer not null,
    boot text
  ) strict;
  insert or ignore into state (id, generation, last, total_bytes, dropped, dropped_unread)
    values (1, lower(hex(randomblob(8))), 0, 0, 0, 0);
`;

const ADDED_COLUMNS = [
  { table: 'batches', column: 'packed', type: 'blob' },
  { table: 'state', column: 'boot', type: 'text' },
];

/** Upper bound of the messages that a power failure can cut off the end of a file, which are a few megabytes. */
const MAX_LOST = 1_000_000;

/** A batch without its payload. */
export interface BatchHead {
  readonly last: number;
  readonly count: number;
  readonly bytes: number;
  readonly publishedAt: number;
}

/** Whether the batch has no messages and stands for skipped numbers. */
export const isGap = (batch: BatchHead): boolean => batch.bytes === 0;

export interface Removal {
  /** Number of the last message to remove; 0 for none. */
  readonly upTo: number;
  readonly bytes: number;
  readonly dropped: number;
  readonly droppedUnread: number;
}

interface StateRow {
  readonly generation: string;
  readonly last: number;
  readonly total_bytes: number;
  readonly boot: string | null;
}

interface EdgeRow {
  readonly last: number;
  readonly bytes: number;
  readonly total_bytes: number;
  readonly published_at: number;
}

const MAX_STEP_BACK_MS = 60 * 60 * 1_000;

/**
 * The file a writer appends to. After an error the state of this object may differ from the file: close it and
 * open the file again.
 */
export class BatchFile {
  /** Distinguishes this file from an earlier one with the same name, whose numbers started at 1 as well. */
  readonly generation: string;
  readonly #database: DatabaseSync;
  readonly #insert: StatementSync;
  readonly #oldest: StatementSync;
  #last: number;
  #totalBytes: number;
  #keptBytes: number;
  #publishedAt: number;

  constructor(file: string, now: number) {
    this.#database = openForWriting(file, SCHEMA);
    this.#addColumns();
    this.#insert = this.#database.prepare('insert into batches values (?, ?, ?, ?, ?, ?, ?)');
    this.#oldest = this.#database.prepare(
      'select last, count, bytes, published_at as publishedAt from batches order by last',
    );
    const state = this.#state();
    const newest = this.#edge('desc');
    const oldest = this.#edge('asc');
    this.generation = state.generation;
    this.#last = Math.max(newest?.last ?? 0, state.last);
    this.#totalBytes = Math.max(newest?.total_bytes ?? 0, state.total_bytes);
    this.#keptBytes = oldest ? this.#totalBytes - oldest.total_bytes + oldest.bytes : 0;
    this.#publishedAt = newest?.published_at ?? 0;
    this.#noteBoot(state.boot, now);
  }

  get keptBytes(): number {
    return this.#keptBytes;
  }

  /**
   * Continues above `number`. After a power failure a cursor or a position can be ahead of the file, and messages with
   * smaller numbers would never be delivered.
   */
  skipTo(number: number, now: number): void {
    const count = number - this.#last;
    if (count <= 0) return;
    this.#last = number;
    this.#publishedAt = laterOf(this.#publishedAt, now);
    this.#insert.run(number, count, 0, this.#totalBytes, this.#publishedAt, '[]', null);
  }

  transaction(work: () => void): void {
    inTransaction(this.#database, work);
  }

  append(payload: StoredPayload, count: number, bytes: number, now: number): void {
    this.#last += count;
    this.#totalBytes += bytes;
    this.#keptBytes += bytes;
    this.#publishedAt = laterOf(this.#publishedAt, now);
    const [text, packed] = typeof payload === 'string' ? [payload, null] : ['', payload];
    this.#insert.run(this.#last, count, bytes, this.#totalBytes, this.#publishedAt, text, packed);
  }

  /** Batches, the oldest first. Stop iterating before you change anything. */
  oldest(): Iterable<BatchHead> {
    return this.#oldest.iterate() as Iterable<unknown> as Iterable<BatchHead>;
  }

  /** Deletes the oldest batches and stores the last number, because no row may be left that has it. */
  remove(removal: Removal): void {
    this.#database.prepare('delete from batches where last <= ?').run(removal.upTo);
    this.#database
      .prepare(
        `update state set last = ?, total_bytes = ?,
           dropped = dropped + ?, dropped_unread = dropped_unread + ?`,
      )
      .run(this.#last, this.#totalBytes, removal.dropped, removal.droppedUnread);
    this.#keptBytes -= removal.bytes;
  }

  close(): void {
    this.#database.close();
  }

  #state(): StateRow {
    const row = this.#database
      .prepare('select generation, last, total_bytes, boot from state')
      .get();
    return row as unknown as StateRow;
  }

  #edge(order: 'asc' | 'desc') {
    return this.#database
      .prepare(
        `select last, bytes, total_bytes, published_at from batches order by last ${order} limit 1`,
      )
      .get() as EdgeRow | undefined;
  }

  #addColumns(): void {
    const find = this.#database.prepare('select 1 from pragma_table_info(?) where name = ?');
    for (const { table, column, type } of ADDED_COLUMNS) {
      if (find.get(table, column)) continue;
      this.#database.exec(`alter table ${table} add column ${column} ${type}`);
    }
  }

  /**
   * Commits are not synced individually, so a power failure may remove messages that were already delivered. After a reboot, numbers
   * continue above these.
   */
  #noteBoot(known: string | null, now: number): void {
    const boot = readBootId();
    if (boot === undefined || boot === known) return;
    inTransaction(this.#database, () => {
      if (known !== null) this.skipTo(this.#last + MAX_LOST, now);
      this.#database.prepare('update state set boot = ?').run(boot);
    });
  }
}

/**
 * Batches are found by time, so times grow with numbers although a clock may be set back a little. If it is set back far, the earlier times
 * were wrong.
 */
function laterOf(previous: number, now: number): number {
  return previous - now > MAX_STEP_BACK_MS ? now : Math.max(previous, now);
}
