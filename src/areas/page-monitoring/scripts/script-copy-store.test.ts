import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { CompiledQuery, sql } from 'kysely';
import { describeOnEachDatabase, type TestDatabase } from '../../../../test/support/databases.ts';
import { classBits } from '../inventory/item-model.ts';
import { itemStore } from '../inventory/item-store.ts';
import type { PageMonitoringDatabase, PageMonitoringTables } from '../page-monitoring-tables.ts';
import { representativesOf, scriptCopyStore } from './script-copy-store.ts';

const COPIES = 20_000;

describeOnEachDatabase('twenty thousand scripts with the same content', (kind) => {
  let home: TestDatabase;
  let database: PageMonitoringDatabase;

  before(async () => {
    home = await kind.createMigrated();
    database = home.open<PageMonitoringTables>();
    // The last script represents the others.
    await database.transaction(async (tx) => {
      await sql`
        with recursive n(i) as (select 1 union all select i + 1 from n where i < ${sql.lit(COPIES)})
        insert into page_items (id, zone_id, kind, host, name, url_host, class, reports, added_at,
          first_seen_at, last_seen_at, expires_at, first_page_url, page_urls_json)
        select 's' || i, 'zone', 'script', 'shop.test', 'https://cdn.test/?' || i, 'cdn.test',
          case when i = ${sql.lit(COPIES)} then 2 else 10 end, 3, 1, 1, i, 1, '', '[]'
        from n`.execute(tx);
      await sql`
        insert into page_scripts (item_id, hash, fetched_at, copy_key, is_copy)
        select id, 'hash', 1, 'key', case class when 2 then 0 else 1 end from page_items`.execute(
        tx,
      );
    });
    if (database.dialect.isShared) await sql`analyze`.execute(database.read);
  });
  after(() => home.remove());

  /** The scripts that lists show, according to the table of items and the table of scripts. */
  async function shown(): Promise<string[]> {
    const { read } = database;
    const items = await read
      .selectFrom('page_items')
      .select('id')
      .where(sql<number>`class & ${sql.lit(classBits.superseded)}`, '=', 0)
      .execute();
    const representatives = await representativesOf(read, ['key']).execute();
    const ids = items.map(({ id }) => id);
    assert.deepEqual(
      representatives.map(({ id }) => id),
      ids,
    );
    return ids;
  }

  async function see(at: number, ...ids: string[]): Promise<void> {
    await database.transaction(async (tx) => {
      const query = tx.updateTable('page_items').set({ last_seen_at: at });
      await query.where('id', 'in', ids).execute();
      await scriptCopyStore.markSeen(tx, ids);
    });
  }

  it('are found through an index by the one that represents them', async () => {
    const query = representativesOf(database.read, ['key', 'other']).compile();
    const verb = database.dialect.name === 'sqlite' ? 'explain query plan' : 'explain';
    const raw = CompiledQuery.raw(`${verb} ${query.sql}`, [...query.parameters]);
    const { rows } = await database.read.executeQuery(raw);
    const plan = rows.map((row) => JSON.stringify(row)).join('\n');
    assert.match(plan, /page_scripts_by_standing/, plan);
    assert.doesNotMatch(plan, /Seq Scan|SCAN page_/, plan);
  });

  it('are represented by the one observed last', async () => {
    await see(COPIES + 1, 's5', 's7', 's6');
    assert.deepEqual(await shown(), ['s7']);
    // A late report does not change the representative.
    await see(3, 's3');
    assert.deepEqual(await shown(), ['s7']);
  });

  it('get a new representative when theirs is removed, and then the one observed last', async () => {
    await database.transaction(async (tx) => {
      const keys = await scriptCopyStore.keysOf(tx, ['s7']);
      await itemStore.remove(tx, ['s7']);
      await scriptCopyStore.chooseRepresentatives(tx, keys);
    });
    assert.equal((await shown()).length, 1);
    await see(COPIES + 2, 's9');
    assert.deepEqual(await shown(), ['s9']);
  });
});
