import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { postgres } from '../../../test/support/databases.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import { silentTelemetry } from '../../telemetry/silent-telemetry.ts';
import { openConfiguredDatabase } from './open-database.ts';

it('a broken PostgreSQL connection is logged without the internals of the driver', async (test) => {
  const home = await postgres.create();
  test.after(() => home.remove());
  const logged = Promise.withResolvers<[object, string]>();
  const log = {
    ...silentTelemetry.log,
    warn: (data: object, message: string) => logged.resolve([data, message]),
  };
  const settings = { databaseUrl: home.url, dataDir: '' };
  const database = await openConfiguredDatabase(settings, log);
  test.after(() => database.close());
  await database.ping();

  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `.execute(home.open().read);
  assert.deepEqual(await logged.promise, [
    { code: '57P01', problem: 'terminating connection due to administrator command' },
    'a database connection broke',
  ]);
});

it('a transaction that fails because the disk is full reports it', async (test) => {
  const folder = tempFolder();
  const reported: unknown[] = [];
  const settings = { databaseUrl: 'sqlite:', dataDir: folder.path };
  const report = (error: unknown) => reported.push(error) > 0;
  const database = await openConfiguredDatabase(settings, silentTelemetry.log, report);
  test.after(async () => {
    await database.close();
    folder.remove();
  });
  // The smallest size that a file can be limited to is the size that it has.
  await database.transaction((tx) => sql`pragma max_page_count = 1`.execute(tx));
  const fill = database.transaction(async (tx) => {
    await sql`create table full (text)`.execute(tx);
    await sql`insert into full values (zeroblob(100000))`.execute(tx);
  });
  await assert.rejects(fill, /full/);
  assert.deepEqual(reported, [await fill.catch((error) => error)]);
});
