import { PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { DatabaseDialect } from '../../dialect.ts';
import { listenForChanges } from './postgres-listener.ts';

const CHANNEL = 'palisade_change';

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const FOREIGN_KEY_VIOLATION = '23503';
const UNIQUE_VIOLATION = '23505';
const TRANSIENT = new Set([
  '40001', // serialization failure
  '40P01', // deadlock
  '55P03', // lock not available
]);

export interface PostgresOptions {
  readonly url: string;
  readonly maxConnections: number;
  /** Told about connections that break, in use or not; the pool replaces them by itself. */
  readonly onConnectionError: (error: Error) => void;
}

export function postgresDialect(options: PostgresOptions): DatabaseDialect {
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.maxConnections,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 30_000,
    // For a server that does not answer at all: nobody waits longer than this.
    query_timeout: 10_000,
    keepAlive: true,
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'palisade',
    types: numbersForBigints,
  });
  // The pool listens to idle connections only; one that breaks in use, unheard, would end the process.
  pool.on('connect', (client) => {
    client.once('error', options.onConnectionError);
    client.on('error', () => {});
  });
  pool.on('error', () => {});
  return {
    name: 'postgres',
    isShared: true,
    writer: new PostgresDialect({ pool }),
    reader: undefined,
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
    isUnavailable,
    listen: (onCommit) => listenForChanges({ ...options, channel: CHANNEL, onCommit }),
    announce: async (tx) => {
      await sql`select pg_notify(${CHANNEL}, '')`.execute(tx);
    },
    close: async () => {
      if (!pool.ended) await pool.end();
    },
  };
}

/** Our bigints are times and sequence numbers, all below 2^53. */
const numbersForBigints: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
};

// Classes 08 (connection), 53 (resources) and 57 (operator intervention), and what Node says of sockets.
const UNAVAILABLE = /^(?:08|53|57)|^E(?:CONN|PIPE|HOST|NET|TIMEDOUT|AI_AGAIN|NOTFOUND)/;

function isUnavailable(error: unknown): boolean {
  if (UNAVAILABLE.test(sqlState(error))) return true;
  // The driver and its pool say these without a code.
  return (
    error instanceof Error &&
    /connection terminated|timeout exceeded when trying to connect|query read timeout/i.test(
      error.message,
    )
  );
}

function sqlState(error: unknown): string {
  return String((error as { code?: unknown } | null)?.code ?? '');
}
