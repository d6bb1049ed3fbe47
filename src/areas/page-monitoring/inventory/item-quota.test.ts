import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase, type TestDatabase } from '../../../../test/support/databases.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { coreTables } from '../../../storage/migrations/0001-core-tables.ts';
import { sampleItem } from '../fixtures/sample-item.ts';
import { pageInventoryTables } from '../migrations/0002-inventory-tables.ts';
import { pageScriptFetches } from '../migrations/0004-script-fetches.ts';
import type { PageMonitoringDatabase, PageMonitoringTables } from '../page-monitoring-tables.ts';
import { ItemQuota } from './item-quota.ts';
import { itemStore } from './item-store.ts';

const HOUR = 3_600_000;

describeOnEachDatabase('room for new items', (kind) => {
  let home: TestDatabase;
  let database: PageMonitoringDatabase;
  const clock = new ManualClock();

  before(async () => {
    home = await kind.create();
    database = home.open<PageMonitoringTables>();
    await database.migrate([coreTables, pageInventoryTables, pageScriptFetches]);
  });
  after(() => home.remove());

  async function add(zoneId: string, count: number): Promise<void> {
    const items = Array.from({ length: count }, (_, n) =>
      sampleItem({ id: `${zoneId} ${n}`, zoneId }),
    );
    await database.transaction((tx) => itemStore.save(tx, items));
  }

  async function taken(room: ItemQuota, zoneId: string, kindOfItem: 'script' | 'cookie') {
    const taker = room.open();
    let count = 0;
    while (await taker.take(database.read, zoneId, kindOfItem)) count += 1;
    taker.keep();
    return count;
  }

  it('is what is left of a zone, for each kind and zone apart', async () => {
    await add('full', 7);
    const room = new ItemQuota(clock, { all: 10, newInHour: 100 });
    assert.equal(await taken(room, 'full', 'script'), 3);
    assert.equal(await taken(room, 'full', 'cookie'), 10);
    assert.equal(await taken(room, 'other', 'script'), 10);
  });

  it('stays when what took it was not stored', async () => {
    const room = new ItemQuota(clock, { all: 10, newInHour: 3 });
    for (let attempt = 0; attempt < 5; attempt++) {
      assert.ok(await room.open().take(database.read, 'failed', 'script'));
    }
    assert.equal(await taken(room, 'failed', 'script'), 3);
    assert.equal(await taken(room, 'failed', 'script'), 0);
  });

  it('is never more than an hour may bring, and is counted again in the next', async () => {
    const room = new ItemQuota(clock, { all: 10, newInHour: 4 });
    assert.equal(await taken(room, 'new', 'script'), 4);
    await add('new', 9);
    await clock.advance(HOUR - 1);
    assert.equal(await taken(room, 'new', 'script'), 0);
    await clock.advance(1);
    assert.equal(await taken(room, 'new', 'script'), 1);
  });
});
