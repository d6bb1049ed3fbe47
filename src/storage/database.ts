import { setImmediate } from 'node:timers/promises';
import { Kysely, sql, type Transaction } from 'kysely';
import { type DiskFullReport, isDiskFull } from '../kernel/disk-errors/disk-full.ts';
import type { DatabaseDialect } from './dialect.ts';
import { type Migration, migrate } from './migrator.ts';

const MAX_ATTEMPTS = 5;

/** A handle on the database. `Tables` are those that the code uses; each area sees only its own. */
export interface Database<Tables> {
  /** For reads outside a transaction. A query sees everything that was committed before it. */
  readonly read: Kysely<Tables>;
  readonly dialect: DatabaseDialect;
  /**
   * Runs `work` in one transaction and commits when it resolves. `work` must have no other effects than its
   * queries, because it runs again after a deadlock or a lock time-out. It must not wait for anything
   * else, because on SQLite all other writers wait for it. It must not use `read`, which needs a second
   * connection: with all connections in use, this would deadlock.
   */
  transaction<R>(work: (tx: Transaction<Tables>) => Promise<R>): Promise<R>;
  /**
   * Yields to the event loop within a transaction of very many statements, which on SQLite block the thread.
   * Readers still see the state before the transaction; other writers still wait.
   */
  rest(): Promise<void>;
  /** Serialises transactions that lock the same name; see `DatabaseDialect.lock`. */
  lock<T extends Tables>(tx: Transaction<T>, name: string): Promise<void>;
  /** Tags a transaction, so that commit listeners can tell what it has written. */
  wrote<T extends Tables>(tx: Transaction<T>, what: string): void;
  /** Calls `listener` after each commit through this handle, with the tags of the transaction. */
  onCommit(listener: CommitListener): void;
  /** The same handle for code that uses more tables. */
  withTables<More>(): Database<Tables & More>;
  /** Brings the schema up to date; returns the names of the migrations it applied. */
  migrate(migrations: readonly Migration[]): Promise<string[]>;
  /** Resolves if the database responds and no damage was detected. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export type CommitListener = (written: ReadonlySet<string>) => void;

export function openDatabase<Tables>(
  dialect: DatabaseDialect,
  reportDiskFull: DiskFullReport = isDiskFull,
): Database<Tables> {
  return new DialectDatabase<Tables>(dialect, reportDiskFull);
}

class DialectDatabase<Tables> implements Database<Tables> {
  readonly read: Kysely<Tables>;
  readonly dialect: DatabaseDialect;
  readonly #writer: Kysely<Tables>;
  readonly #reportDiskFull: DiskFullReport;
  readonly #listeners = new Set<CommitListener>();
  readonly #written = new WeakMap<object, Set<string>>();

  constructor(dialect: DatabaseDialect, reportDiskFull: DiskFullReport) {
    this.dialect = dialect;
    this.#reportDiskFull = reportDiskFull;
    this.#writer = new Kysely<Tables>({ dialect: dialect.writer });
    this.read = dialect.reader ? new Kysely<Tables>({ dialect: dialect.reader }) : this.#writer;
  }

  async transaction<R>(work: (tx: Transaction<Tables>) => Promise<R>): Promise<R> {
    for (let attempt = 1; ; attempt++) {
      try {
        const written = new Set<string>();
        const result = await this.#writer.transaction().execute((tx) => {
          this.#written.set(tx, written);
          return work(tx);
        });
        for (const listener of this.#listeners) listener(written);
        return result;
      } catch (error) {
        this.#reportDiskFull(error);
        if (attempt === MAX_ATTEMPTS || !this.dialect.isTransient(error)) throw error;
      }
    }
  }

  async rest(): Promise<void> {
    await setImmediate();
  }

  lock<T extends Tables>(tx: Transaction<T>, name: string): Promise<void> {
    return this.dialect.lock(tx as Transaction<unknown>, name);
  }

  wrote<T extends Tables>(tx: Transaction<T>, what: string): void {
    this.#written.get(tx)?.add(what);
  }

  onCommit(listener: CommitListener): void {
    this.#listeners.add(listener);
  }

  withTables<More>(): Database<Tables & More> {
    // Only the type changes. Migrations decide which tables exist.
    return this as unknown as Database<Tables & More>;
  }

  async migrate(migrations: readonly Migration[]): Promise<string[]> {
    const { columns, migrator } = this.dialect;
    if (!migrator) return migrate(columns, this.#writer as Kysely<unknown>, migrations);
    // Migrations have no time limit, so a database that does not respond must be detected before them.
    await this.ping();
    const unlimited = new Kysely<unknown>({ dialect: migrator });
    try {
      return await migrate(columns, unlimited, migrations);
    } finally {
      await unlimited.destroy();
    }
  }

  async ping(): Promise<void> {
    const damage = this.dialect.damage();
    if (damage) throw damage;
    await sql`select 1`.execute(this.read);
  }

  async close(): Promise<void> {
    if (this.dialect.reader) await this.read.destroy();
    await this.#writer.destroy();
    await this.dialect.close();
  }
}
