import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';

export interface PostgresConnections {
  readonly url: string;
  readonly maxConnections: number;
  /** Told about connections that break, in use or not; the pool replaces them by itself. */
  readonly onConnectionError: (error: Error) => void;
}

/** How long a query may take. */
export interface QueryLimits {
  /** After this the server ends it; what it was part of can still be rolled back. */
  readonly statementMs: number;
  /** After this the server has not even said that, and the connection is given up. Longer. */
  readonly answerMs: number;
}

/** A pool whose connections come back either as they were lent, or not at all. */
export function openPool(connections: PostgresConnections, limits?: QueryLimits): PostgresPool {
  const pool = new pg.Pool({
    ...sessionConfig(connections.url),
    max: connections.maxConnections,
    ...(limits && { statement_timeout: limits.statementMs, query_timeout: limits.answerMs }),
    idle_in_transaction_session_timeout: 30_000,
    types: numbersForBigints,
  });
  // The pool listens to idle connections only; one that breaks in use, unheard, would end the process.
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

/** What every connection of ours has in common. */
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
      // The driver only stops listening: whatever is sent next would wait behind this query.
      if (isReadTimeout(error)) void client.end();
      throw error;
    }
  };
  return {
    // Kysely's type has a second form, for cursors, which we do not use.
    query: query as unknown as PostgresPoolClient['query'],
    // In an open transaction the next borrower would work, and commit it, without knowing.
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
