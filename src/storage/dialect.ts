import type { ColumnDefinitionBuilder, Dialect, Expression, Transaction } from 'kysely';

/**
 * All that differs between the databases we run on, as data and small functions. Stores and
 * migrations ask this object; nothing outside `dialects/` tests which database it talks to.
 */
export interface DatabaseDialect {
  readonly name: 'sqlite' | 'postgres';
  /** Whether several nodes may use the same database at the same time. */
  readonly isShared: boolean;
  /** Connections for transactions; on SQLite there is one, and transactions take turns. */
  readonly writer: Dialect;
  /** Connections for reads outside transactions. Undefined when the writer's pool serves them. */
  readonly reader: Dialect | undefined;
  /** Connections on which nothing has a time limit. Undefined when the writer's have none. */
  readonly migrator: Dialect | undefined;
  readonly columns: ColumnTypes;
  /**
   * Makes transactions that ask for the same name take turns, from here until they commit. Statements
   * after it see what the one before committed. Ask before the first read that a write depends on.
   */
  lock(tx: Transaction<unknown>, name: string): Promise<void>;
  /** True when the same transaction may succeed if it is simply run again. */
  isTransient(error: unknown): boolean;
  isUniqueViolation(error: unknown): boolean;
  /** A row refers to one that is gone, or that others refer to. */
  isForeignKeyViolation(error: unknown): boolean;
  /** True when the database is away or overloaded, and the request itself was not at fault. */
  isUnavailable(error: unknown): boolean;
  /** Calls back when another process announces a commit; undefined when the database cannot. */
  readonly listen: ((onCommit: () => void) => Promise<{ stop(): Promise<void> }>) | undefined;
  /** Says to other processes, inside the transaction, that it committed. */
  announce(tx: Transaction<unknown>): Promise<void>;
  close(): Promise<void>;
}

/** Column types whose spelling differs. `text` compares by code point on every database. */
export interface ColumnTypes {
  readonly text: Expression<unknown>;
  readonly bigint: 'bigint' | 'integer';
  /** A number that grows with every insert, as primary key. */
  sequence(column: ColumnDefinitionBuilder): ColumnDefinitionBuilder;
}
