import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

export interface PostgresConnections {
  readonly url: string;
  readonly maxConnections: number;
  /** Called when a connection breaks, in use or idle; the pool replaces it by itself. */
  readonly onConnectionError: (error: Error) => void;
}

/** How long a query may take, and a connection before it. */
export interface QueryLimits {
  /** How long it waits for a connection, a new one or one that is returned to the pool. */
  readonly connectMs?: number;
  /** After this time the server ends the statement; its transaction can still be rolled back. */
  readonly statementMs: number;
  /** After this time, which must be longer, the client closes the connection, because the server has not responded at all. */
  readonly responseMs: number;
}

/** A pool that closes connections which are returned with an open transaction or an unfinished query. */
export function openPool(connections: PostgresConnections, limits?: QueryLimits): PostgresPool {
  const pool = new pg.Pool({
    ...sessionConfig(connections.url),
    max: connections.maxConnections,
    ...(limits && { statement_timeout: limits.statementMs, query_timeout: limits.responseMs }),
    ...(limits?.connectMs && { connectionTimeoutMillis: limits.connectMs }),
    idle_in_transaction_session_timeout: 30_000,
    types: numbersForBigints,
  });
  // The pool handles errors of idle connections only. An error event without a listener would end the process.
  pool.on('connect', (client) => {
    client.once('error', connections.onConnectionError);
    client.on('error', () => {});
  });
  pool.on('error', () => {});
  return {
    connect: async () => lend(await pool.connect()),
    end: async () => {
      if (!pool.ending) await pool.end();
    },
  };
}

/** Settings of every connection. */
export function sessionConfig(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    application_name: 'palisade',
  };
}

function lend(client: pg.PoolClient): PostgresPoolClient {
  const query = async (text: string, values: unknown[]) => {
    try {
      return await client.query(text, values);
    } catch (error) {
      // On a timeout the driver only stops waiting; the next query on this connection would queue behind this one.
      if (isReadTimeout(error)) void client.end();
      throw error;
    }
  };
  return {
    // Kysely's type has a second form, for cursors, which we do not use.
    query: query as unknown as PostgresPoolClient['query'],
    // The next user of a connection with an open transaction would unknowingly commit it.
    release: () => client.release(client.getTransactionStatus() !== 'I'),
  };
}

function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout';
}

/** Our bigints are times and sequence numbers, all below 2^53. */
const numbersForBigints: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format),
};
