import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase, type TestDatabase } from '../../../../test/support/databases.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { sampleItem } from '../fixtures/sample-item.ts';
import type { PageMonitoringDatabase, PageMonitoringTables } from '../page-monitoring-tables.ts';
import { ItemQuota } from './item-quota.ts';
import { itemStore } from './item-store.ts';

const HOUR = 3_600_000;

describeOnEachDatabase('quota for new items', (kind) => {
  let home: TestDatabase;
  let database: PageMonitoringDatabase;
  const clock = new ManualClock();

  before(async () => {
    home = await kind.createMigrated();
    database = home.open<PageMonitoringTables>();
  });
  after(() => home.remove());

  async function add(zoneId: string, count: number): Promise<void> {
    const items = Array.from({ length: count }, (_, n) =>
      sampleItem({ id: `${zoneId} ${n}`, zoneId }),
    );
    await database.transaction((tx) => itemStore.save(tx, items));
  }

  async function taken(quota: ItemQuota, zoneId: string, kindOfItem: 'script' | 'cookie') {
    const reservation = quota.reserve();
    let count = 0;
    while (await reservation.take(database.read, zoneId, kindOfItem)) count += 1;
    reservation.commit();
    return count;
  }

  it('is counted separately for each kind and zone', async () => {
    await add('full', 7);
    const quota = new ItemQuota(clock, { all: 10, newInHour: 100 });
    assert.equal(await taken(quota, 'full', 'script'), 3);
    assert.equal(await taken(quota, 'full', 'cookie'), 10);
    assert.equal(await taken(quota, 'other', 'script'), 10);
  });

  it('is not used up by attempts that fail', async () => {
    const quota = new ItemQuota(clock, { all: 10, newInHour: 3 });
    for (let attempt = 0; attempt < 5; attempt++) {
      assert.ok(await quota.reserve().take(database.read, 'failed', 'script'));
    }
    assert.equal(await taken(quota, 'failed', 'script'), 3);
    assert.equal(await taken(quota, 'failed', 'script'), 0);
  });

  it('is limited within an hour, and counted again after it', async () => {
    const quota = new ItemQuota(clock, { all: 10, newInHour: 4 });
    assert.equal(await taken(quota, 'new', 'script'), 4);
    await add('new', 9);
    await clock.advance(HOUR - 1);
    assert.equal(await taken(quota, 'new', 'script'), 0);
    await clock.advance(1);
    assert.equal(await taken(quota, 'new', 'script'), 1);
  });
});
