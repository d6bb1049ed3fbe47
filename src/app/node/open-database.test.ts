import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { postgres } from '../../../test/support/databases.ts';
import { silentTelemetry } from '../../telemetry/silent-telemetry.ts';
import { openConfiguredDatabase } from './open-database.ts';

it('a broken PostgreSQL connection is logged without the driver and what it knows', async (test) => {
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
