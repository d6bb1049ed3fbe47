import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase, type TestDatabase } from '../../../../test/support/databases.ts';
import { ManualClock } from '../../../../test/support/manual-clock.ts';
import { sampleItem } from '../fixtures/sample-item.ts';
import { sampleVisitors } from '../fixtures/sample-observation.ts';
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

  let lastItem = 0;

  /** How many new items of these visitors are stored; each item is reported by all of them. */
  async function taken(
    quota: ItemQuota,
    zoneId: string,
    kindOfItem: 'script' | 'cookie',
    visitors: readonly string[],
    most = 1_000,
  ): Promise<number> {
    return await quota.attempt(async ({ take }) => {
      let count = 0;
      while (count < most) {
        lastItem += 1;
        const item = { id: `${lastItem}`, zoneId, kind: kindOfItem, visitors };
        if (!(await take(database.read, item))) break;
        count += 1;
      }
      return count;
    });
  }

  /** The sum for so many visitors of different networks, each with items of its own. */
  async function takenBy(quota: ItemQuota, zoneId: string, visitors: number): Promise<number> {
    let count = 0;
    for (const visitor of sampleVisitors(visitors)) {
      count += await taken(quota, zoneId, 'script', [visitor]);
    }
    return count;
  }

  it('is counted separately for each kind and zone', async () => {
    await add('full', 7);
    const quota = new ItemQuota(clock, { all: 10, newInHour: 1_000 });
    const [one, two, three] = sampleVisitors(3) as [string, string, string];
    assert.equal(await taken(quota, 'full', 'script', [one]), 3);
    assert.equal(await taken(quota, 'full', 'cookie', [two]), 8);
    assert.equal(await taken(quota, 'other', 'script', [three]), 8);
  });

  it('is shared between networks, and a part is kept for items of several visitors (one visitor could use it up)', async () => {
    const quota = new ItemQuota(clock, { all: 100_000, newInHour: 400 });
    assert.equal(await takenBy(quota, 'fair', 1), 4);
    assert.equal(await takenBy(quota, 'fair', 200), 296);
    assert.equal(await takenBy(quota, 'fair', 1), 0);
    const several = sampleVisitors(3);
    assert.equal(await taken(quota, 'fair', 'script', several, 1), 1);
    assert.equal(await taken(quota, 'fair', 'script', several, 1), 0);
  });

  it('counts an IPv6 /64 like a visitor, and a /48 like eight', async () => {
    const quota = new ItemQuota(clock, { all: 100_000, newInHour: 4_000 });
    const network = `6${'n'.repeat(8)}`;
    let count = 0;
    for (let n = 0; n < 20; n++) {
      const ofOne = await taken(quota, 'six', 'script', [
        `${network}${String(n).padStart(8, '0')}`,
      ]);
      assert.ok(ofOne <= 40);
      count += ofOne;
    }
    assert.equal(count, 320);
  });

  it('admits an item that was refused once three visitors of networks with a share have reported it', async () => {
    const quota = new ItemQuota(clock, { all: 100_000, newInHour: 400 });
    await takenBy(quota, 'waiting', 300);
    const report = (visitor: string) =>
      quota.attempt(({ take }) =>
        take(database.read, { id: 'new', zoneId: 'waiting', kind: 'script', visitors: [visitor] }),
      );
    const [spent = '', ...others] = sampleVisitors(6);
    assert.equal(await taken(quota, 'waiting', 'script', [spent, ...sampleVisitors(2)], 1), 1);
    const results: boolean[] = [];
    for (const visitor of [spent, others[0], spent, others[1], others[1], others[2]]) {
      results.push(await report(visitor ?? ''));
    }
    assert.deepEqual(results, [false, false, false, false, false, true]);
  });

  it('is not used up by attempts that fail', async () => {
    const quota = new ItemQuota(clock, { all: 10, newInHour: 400 });
    const [visitor = ''] = sampleVisitors(1);
    for (let attempt = 0; attempt < 5; attempt++) {
      const failing = quota.attempt(async ({ take }) => {
        const item = { id: 'x', zoneId: 'failed', kind: 'script', visitors: [visitor] } as const;
        assert.ok(await take(database.read, item));
        throw new Error('the database is gone');
      });
      await assert.rejects(failing, /gone/);
    }
    assert.equal(await taken(quota, 'failed', 'script', [visitor]), 4);
    assert.equal(await taken(quota, 'failed', 'script', [visitor]), 0);
  });

  it('is limited within an hour, and counted again after it', async () => {
    const quota = new ItemQuota(clock, { all: 10, newInHour: 4 });
    assert.equal(await takenBy(quota, 'new', 10), 3);
    await add('new', 9);
    await clock.advance(HOUR - 1);
    assert.equal(await takenBy(quota, 'new', 10), 0);
    await clock.advance(1);
    assert.equal(await takenBy(quota, 'new', 10), 1);
  });
});
