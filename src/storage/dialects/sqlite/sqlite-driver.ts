import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely';
import { BoundedMap } from '../../../kernel/bounded-map.ts';
import { DATABASE_DAMAGED, isBusy, isDamage } from '../../../kernel/disk-errors/sqlite-errors.ts';
import { describeError, PalisadeError } from '../../../kernel/palisade-error.ts';

const STATEMENT_CACHE = 512;

export interface SqliteDriverOptions {
  readonly file: string;
  readonly readOnly: boolean;
  /** How long a transaction waits for the write lock while another process holds it. */
  readonly busyTimeoutMs: number;
  readonly onDamage: (error: PalisadeError) => void;
}

/** SQLite blocks the thread while it waits for a lock. So it waits only briefly, and the driver retries after a pause. */
const BLOCKING_WAIT_MS = 5;
const PAUSE_MS = 5;

/**
 * Kysely's driver over `node:sqlite`, with one connection. Transactions begin IMMEDIATE, so that a
 * write lock is taken (and waited for) at the start and never has to be upgraded later.
 */
export class SqliteDriver implements Driver {
  readonly #options: SqliteDriverOptions;
  #connection: SqliteConnection | undefined;
  #tail: Promise<void> = Promise.resolve();
  #release: (() => void) | undefined;

  constructor(options: SqliteDriverOptions) {
    this.#options = options;
  }

  async init(): Promise<void> {
    this.#connection = new SqliteConnection(this.#options);
  }

  /**
   * Writers are serialised: each waits until the previous one has released the connection. A read outside a
   * transaction is synchronous, so it does not need to wait.
   */
  async acquireConnection(): Promise<DatabaseConnection> {
    if (this.#options.readOnly && this.#connection) return this.#connection;
    const before = this.#tail;
    const turn = Promise.withResolvers<void>();
    this.#tail = turn.promise;
    await before;
    if (!this.#connection) {
      turn.resolve();
      throw new Error('the database is closed');
    }
    this.#release = turn.resolve;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release?.();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const deadline = performance.now() + this.#options.busyTimeoutMs;
    for (;;) {
      try {
        return (connection as SqliteConnection).exec('begin immediate');
      } catch (error) {
        if (!isBusy(error) || performance.now() > deadline) throw error;
        await setTimeout(PAUSE_MS);
      }
    }
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as SqliteConnection).exec('commit');
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    (connection as SqliteConnection).rollBack();
  }

  async destroy(): Promise<void> {
    this.#connection?.close();
    this.#connection = undefined;
  }
}

interface Prepared {
  readonly statement: StatementSync;
  readonly givesRows: boolean;
}

class SqliteConnection implements DatabaseConnection {
  readonly #options: SqliteDriverOptions;
  readonly #database: DatabaseSync;
  readonly #statements = new BoundedMap<string, Prepared>(STATEMENT_CACHE);

  constructor(options: SqliteDriverOptions) {
    this.#options = options;
    this.#database = new DatabaseSync(options.file, {
      readOnly: options.readOnly,
      timeout: BLOCKING_WAIT_MS,
      enableForeignKeyConstraints: true,
    });
    // The same as on PostgreSQL. It also lets `like 'prefix%'` use an index.
    this.exec('pragma case_sensitive_like = on');
    if (options.readOnly) return;
    // FULL: a commit is on the disk before it is acknowledged, so it survives a power failure.
    this.exec('pragma journal_mode = wal; pragma synchronous = full;');
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#naming(() => {
      const { statement, givesRows } = this.#prepare(query.sql);
      const parameters = query.parameters as never[];
      if (givesRows) {
        return { rows: statement.all(...parameters) as R[] };
      }
      const { changes, lastInsertRowid } = statement.run(...parameters);
      return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
    });
  }

  // biome-ignore lint/correctness/useYield: SQLite returns all rows at once, nothing is streamed
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not supported on SQLite; page through the rows');
  }

  exec(sql: string): void {
    this.#naming(() => this.#database.exec(sql));
  }

  /** Adds the path of the file and the remedy to an error about damage. */
  #naming<R>(work: () => R): R {
    try {
      return work();
    } catch (error) {
      if (!isDamage(error)) throw error;
      const { file, onDamage } = this.#options;
      const damage = new PalisadeError(
        DATABASE_DAMAGED,
        `the database ${file} is damaged: ${describeError(error)}. Restore it from a backup. To begin with an empty one instead, move it away, with its -wal and -shm files.`,
        { cause: error },
      );
      onDamage(damage);
      throw damage;
    }
  }

  /** After some errors, such as a full disk, SQLite has rolled back already. */
  rollBack(): void {
    if (this.#database.isOpen && this.#database.isTransaction) this.#database.exec('rollback');
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql);
    if (known) return known;
    const statement = this.#database.prepare(sql);
    const prepared = { statement, givesRows: statement.columns().length > 0 };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}
