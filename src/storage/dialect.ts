import type { ColumnDefinitionBuilder, Dialect, Expression, Transaction } from 'kysely';
import type { PalisadeError } from '../kernel/palisade-error.ts';

/**
 * Everything that differs between the supported databases, as data and small functions. Stores and
 * migrations use this object; no code outside `dialects/` tests which database it runs on.
 */
export interface DatabaseDialect {
  readonly name: 'sqlite' | 'postgres';
  /** Whether several nodes may use the same database at the same time. */
  readonly isShared: boolean;
  /** Connections for transactions; on SQLite there is one, and transactions take turns. */
  readonly writer: Dialect;
  /** Connections for reads outside transactions. Undefined if the writer's pool serves them. */
  readonly reader: Dialect | undefined;
  /** Connections without a time limit for queries. Undefined if the writer's have none either. */
  readonly migrator: Dialect | undefined;
  readonly columns: ColumnTypes;
  /**
   * Makes transactions that lock the same name take turns, from here until they commit. Statements
   * after it see what the previous holder committed. Lock before the first read that a write depends on.
   */
  lock(tx: Transaction<unknown>, name: string): Promise<void>;
  /** True if the same transaction may succeed when it runs again. */
  isTransient(error: unknown): boolean;
  isUniqueViolation(error: unknown): boolean;
  /** A row refers to a missing row, or a deleted row is still referred to. */
  isForeignKeyViolation(error: unknown): boolean;
  /** True if the database is unreachable or overloaded, so the request itself was not at fault. */
  isUnavailable(error: unknown): boolean;
  /** What this process has found out about damage of the database; it does not repair itself. */
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
