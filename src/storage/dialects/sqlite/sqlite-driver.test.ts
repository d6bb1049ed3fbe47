import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { databaseKinds } from '../../../../test/support/databases.ts';
import type { Database } from '../../database.ts';

describe('SQLite connections', () => {
  async function open(test: TestContext): Promise<Database<unknown>> {
    const kind = databaseKinds.find(({ name }) => name === 'SQLite');
    assert.ok(kind);
    const home = await kind.create();
    test.after(() => home.remove());
    return home.open();
  }

  it('report a full disk, not a failed rollback', async (test) => {
    const database = await open(test);
    await database.transaction((tx) => sql`create table texts (t text)`.execute(tx));
    await database.transaction((tx) => sql`pragma max_page_count = 10`.execute(tx));
    const fill = database.transaction((tx) =>
      sql`insert into texts values (${'x'.repeat(100_000)})`.execute(tx),
    );
    await assert.rejects(fill, /database or disk is full/);
    await database.transaction((tx) => sql`insert into texts values ('small')`.execute(tx));
  });

  it('reject all waiting transactions when the database is closed', async (test) => {
    const database = await open(test);
    const begun = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const running = database.transaction(async () => {
      begun.resolve();
      await closed.promise;
    });
    const waiting = [1, 2, 3].map(() => database.transaction((tx) => sql`select 1`.execute(tx)));
    await begun.promise;
    await database.close();
    closed.resolve();
    const ends = await Promise.allSettled([running, ...waiting]);
    for (const end of ends) assert.equal(end.status, 'rejected');
    for (const end of ends.slice(1)) {
      assert.match(String((end as PromiseRejectedResult).reason), /the database is closed/);
    }
  });
});
