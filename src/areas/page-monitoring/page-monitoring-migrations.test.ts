import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { describeOnEachDatabase } from '../../../test/support/databases.ts';
import { coreMigrations } from '../../storage/core-migrations.ts';
import { platformMigrations } from '../platform/platform-migrations.ts';
import { pageMonitoringMigrations } from './page-monitoring-migrations.ts';
import type { PageMonitoringTables } from './page-monitoring-tables.ts';

describeOnEachDatabase('migrations of page monitoring', (kind) => {
  it('keep positions in topics when storage takes them over', async (test) => {
    const home = await kind.create();
    test.after(() => home.remove());
    const database = home.open<PageMonitoringTables>();
    const before = pageMonitoringMigrations.slice(0, 9);
    assert.equal(before.at(-1)?.name, 'page-monitoring/0009-positions');
    await database.migrate([...coreMigrations, ...platformMigrations, ...before]);
    await database.transaction((tx) =>
      sql`insert into page_positions values ('page-observations', 's', 7, 1000)`.execute(tx),
    );
    await database.migrate([...coreMigrations, ...platformMigrations, ...pageMonitoringMigrations]);
    assert.deepEqual(
      (await database.read.selectFrom('topic_positions').selectAll().execute()).map((row) => ({
        ...row,
      })),
      [
        {
          consumer: 'page-monitoring',
          topic: 'page-observations',
          stream: 's',
          number: 7,
          taken_at: 1000,
        },
      ],
    );
  });
});
