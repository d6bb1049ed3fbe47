import {
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresDriver,
  type PostgresPool,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { DatabaseDialect } from '../../dialect.ts';
import { listenForChanges } from './postgres-listener.ts';
import { openPool, type PostgresConnections, type QueryLimits } from './postgres-pool.ts';
import { TableIntrospector } from './table-introspector.ts';

const CHANNEL = 'palisade_change';
const MIGRATION_CONNECTIONS = 2;

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';
const TRANSIENT = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available
]);

/** The server ends a statement shortly before the client gives up, so nothing waits longer than 10 s. */
const LIMITS: QueryLimits = { statementMs: 9_000, responseMs: 10_000 };

export interface PostgresOptions extends PostgresConnections {
  readonly limits?: QueryLimits;
}

export function postgresDialect(options: PostgresOptions): DatabaseDialect {
  const pool = openPool(options, options.limits ?? LIMITS);
  return {
    name: 'postgres',
    isShared: true,
    writer: kyselyDialect(async () => pool),
    reader: undefined,
    migrator: kyselyDialect(async () =>
      openPool({ ...options, maxConnections: MIGRATION_CONNECTIONS }),
    ),
    columns: {
      text: sql`text collate "C"`,
      bigint: 'bigint',
      sequence: (column) => column.primaryKey().generatedByDefaultAsIdentity(),
    },
    lock: async (tx, name) => {
      await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
    },
    isTransient: (error) => TRANSIENT.has(sqlState(error)),
    isUniqueViolation: (error) => sqlState(error) === UNIQUE_VIOLATION,
    isForeignKeyViolation: (error) => sqlState(error) === FOREIGN_KEY_VIOLATION,
    // The server reports damage itself, and its operators repair it.
    damage: () => undefined,
    isUnavailable,
    listen: (onCommit) => listenForChanges({ ...options, channel: CHANNEL, onCommit }),
    announce: async (tx) => {
      await sql`select pg_notify(${CHANNEL}, '')`.execute(tx);
    },
    close: () => pool.end(),
  };
}

function kyselyDialect(pool: () => Promise<PostgresPool>): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new RollingBackDriver({ pool }),
    createIntrospector: (db) => new TableIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

class RollingBackDriver extends PostgresDriver {
  /** If the rollback fails, the pool closes the connection. The caller gets the error that caused it. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

// Classes 08 (connection), 53 (resources) and 57 (operator intervention), and Node's socket errors. A stopped server has no
// Unix socket (ENOENT).
const UNAVAILABLE = /^(?:08|53|57)|^E(?:CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND|NOENT)/;

function isUnavailable(error: unknown): boolean {
  if (UNAVAILABLE.test(sqlState(error))) return true;
  // Errors of the driver and its pool that have no code.
  return (
    error instanceof Error &&
    /connection terminated|is not queryable|timeout exceeded when trying to connect|query read timeout/i.test(
      error.message,
    )
  );
}

function sqlState(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}
