import assert from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { databaseKinds, type TestDatabase } from '../../../../test/support/databases.ts';
import { type Database, openDatabase } from '../../database.ts';
import { type PostgresOptions, postgresDialect } from './postgres-dialect.ts';

describe('PostgreSQL connections', () => {
  let home: TestDatabase;

  before(async () => {
    const kind = databaseKinds.find(({ name }) => name === 'PostgreSQL');
    assert.ok(kind);
    home = await kind.create();
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

  it('may break inside a transaction, which once ended the process', async (test) => {
    const broken = Promise.withResolvers<Error>();
    const database = open(test, { onConnectionError: broken.resolve });
    await assert.rejects(
      database.transaction(async (tx) => {
        await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
      }),
    );
    assert.match((await broken.promise).message, /terminat/);
    await database.ping();
  });
});
