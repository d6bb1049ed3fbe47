import assert from 'node:assert/strict';
import { it } from 'node:test';
import { describeOnEachDatabase } from '../../test/support/databases.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { CoreTables } from './core-tables.ts';
import { outboxTrimJob } from './outbox-trim.ts';

describeOnEachDatabase('the clean-up of the outbox', (kind) => {
  it('removes old events except the last, by whose number nodes compare how far they are', async (test) => {
    const home = await kind.createMigrated();
    test.after(() => home.remove());
    const database = home.open<CoreTables>();
    await database.transaction((tx) => tx.deleteFrom('outbox').execute());
    const clock = new ManualClock();
    const add = () =>
      database.transaction((tx) =>
        tx
          .insertInto('outbox')
          .values({
            action: 'update',
            resource: 'zone',
            resource_id: 'z',
            account_id: null,
            zone_id: null,
            created_at: clock.now(),
          })
          .returning('seq')
          .executeTakeFirstOrThrow(),
      );
    const kept = async () => {
      const rows = await database.read.selectFrom('outbox').select('seq').orderBy('seq').execute();
      return rows.map(({ seq }) => seq);
    };
    await add();
    const { seq: second } = await add();
    await clock.advance(25 * 3_600_000);
    await outboxTrimJob(database, clock).run(new AbortController().signal);
    assert.deepEqual(await kept(), [second]);
    const { seq: third } = await add();
    await outboxTrimJob(database, clock).run(new AbortController().signal);
    assert.deepEqual(await kept(), [third]);
  });
});
