import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { type Kysely, sql } from 'kysely';
import { postgres, type TestDatabase } from '../../../../test/support/databases.ts';
import { type Database, openDatabase } from '../../database.ts';
import { type PostgresOptions, postgresDialect } from './postgres-dialect.ts';

describe('PostgreSQL connections', () => {
  let home: TestDatabase;

  before(async () => {
    home = await postgres.create();
  });
  after(() => home.remove());

  function open(test: TestContext, options: Partial<PostgresOptions> = {}): Database<unknown> {
    const database = openDatabase<unknown>(
      postgresDialect({
        url: home.url,
        maxConnections: 1,
        onConnectionError: () => {},
        ...options,
      }),
    );
    test.after(() => database.close());
    return database;
  }

  it('may break inside a transaction (an unhandled error ended the process)', async (test) => {
    const broken = Promise.withResolvers<Error>();
    const database = open(test, { onConnectionError: broken.resolve });
    const error = await database
      .transaction((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
      .catch((e: unknown) => e);
    assert.ok(database.dialect.isUnavailable(error), String(error));
    assert.match((await broken.promise).message, /terminat/);
    await database.ping();
  });

  it('is unavailable while the socket of the server is missing', async (test) => {
    const database = open(test, { url: 'postgres://postgres@%2Fno%2Fsuch%2Ffolder/none' });
    const error = await database.ping().catch((e: unknown) => e);
    assert.ok(database.dialect.isUnavailable(error), String(error));
  });

  /** Abandons a transaction in a query that exceeds its time limit. */
  async function overrun(database: Database<unknown>, statementTimeoutMs?: number): Promise<void> {
    const error = await database
      .transaction(async (tx) => {
        if (statementTimeoutMs !== undefined) {
          await sql`set local statement_timeout = ${sql.lit(statementTimeoutMs)}`.execute(tx);
        }
        await sql`insert into numbers values (1)`.execute(tx);
        await sql`select pg_sleep(60)`.execute(tx);
      })
      .catch((e: unknown) => e);
    assert.ok(database.dialect.isUnavailable(error), String(error));
  }

  async function numbersAfterAnotherCommit(database: Database<unknown>): Promise<number[]> {
    await database.transaction((tx) => sql`insert into numbers values (2)`.execute(tx));
    const { rows } = await sql<{ n: number }>`delete from numbers returning n`.execute(
      database.read,
    );
    return rows.map(({ n }) => n);
  }

  it('do not leak an abandoned transaction into the next one', async (test) => {
    const limits = { statementMs: 30_000, responseMs: 1_500 };
    const database = open(test, { limits });
    await sql`create table if not exists numbers (n integer)`.execute(database.read);
    const other = home.open();
    const isAsleep = async () => {
      const { rows } = await sql`
        select 1 from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'
      `.execute(other.read);
      return rows.length > 0;
    };
    test.mock.timers.enable({ apis: ['setTimeout'] });
    const given = overrun(database, 0);
    while (!(await isAsleep()));
    test.mock.timers.tick(limits.responseMs);
    // No time passes here: the rollback does not wait for a response as well.
    await given;
    test.mock.timers.reset();
    assert.deepEqual(await numbersAfterAnotherCommit(database), [2]);
  });

  it('are kept when the server ends a statement in time', async (test) => {
    const broken: Error[] = [];
    const database = open(test, {
      limits: { statementMs: 2_000, responseMs: 60_000 },
      onConnectionError: (error) => broken.push(error),
    });
    await sql`create table if not exists numbers (n integer)`.execute(database.read);
    const processId = () => sql`select pg_backend_pid() as pid`.execute(database.read);
    const { rows } = await processId();
    await overrun(database);
    assert.deepEqual((await processId()).rows, rows);
    assert.deepEqual(await numbersAfterAnotherCommit(database), [2]);
    assert.deepEqual(broken, []);
  });

  it('have no time limit for migrations', async (test) => {
    const database = open(test, { limits: { statementMs: 100, responseMs: 200 } });
    const slow = {
      name: 'test/0001-slow',
      up: async (db: Kysely<unknown>) => void (await sql`select pg_sleep(0.4)`.execute(db)),
    };
    assert.deepEqual(await database.migrate([slow]), ['test/0001-slow']);
  });
});
