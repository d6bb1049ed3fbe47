import type { ColumnDefinitionBuilder, Dialect, Expression, Transaction } from 'kysely';
import type { PalisadeError } from '../kernel/palisade-error.ts';

/**
 * The differences between the supported databases, as data and small functions. Stores and
 * migrations use this object; no code outside `dialects/` tests which database it runs on.
 */
export interface DatabaseDialect {
  readonly name: 'sqlite' | 'postgres';
  /** Whether several nodes may use the same database at the same time. */
  readonly isShared: boolean;
  /** Connections for transactions; on SQLite there is one, so transactions are serialised. */
  readonly writer: Dialect;
  /** Connections for reads outside transactions. Undefined if the writer's pool serves them. */
  readonly reader: Dialect | undefined;
  /** Connections without a time limit for queries. Undefined if the writer's connections have none. */
  readonly migrator: Dialect | undefined;
  readonly columns: ColumnTypes;
  /**
   * Serialises transactions that lock the same name, from here until they commit. Later statements
   * see the changes of the previous holder. Lock before the first read that a write depends on.
   */
  lock(tx: Transaction<unknown>, name: string): Promise<void>;
  /** True if the same transaction may succeed when it runs again. */
  isTransient(error: unknown): boolean;
  isUniqueViolation(error: unknown): boolean;
  /** A row refers to a missing row, or a deleted row is still referred to. */
  isForeignKeyViolation(error: unknown): boolean;
  /** True if the database is unreachable or overloaded, so the request itself was not at fault. */
  isUnavailable(error: unknown): boolean;
  /** Damage of the database that this process has detected; it lasts, because nothing repairs it. */
  damage(): PalisadeError | undefined;
  /** Calls back when another process announces a commit; undefined if the database cannot notify. */
  readonly listen: ((onCommit: () => void) => Promise<{ stop(): Promise<void> }>) | undefined;
  /** Notifies other processes of the commit; called inside the transaction. */
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
