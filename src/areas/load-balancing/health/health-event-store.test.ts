import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase } from '../../../../test/support/databases.ts';
import { originKey } from '../pools/pool-model.ts';
import { type ProbeHome, probeHome } from './fixtures/probe-home.ts';
import { samplePool, sampleResult } from './fixtures/sample-pool.ts';
import { healthEventStore } from './health-event-store.ts';
import { nextRound } from './health-model.ts';

describeOnEachDatabase('health events', (kind) => {
  let home: ProbeHome;
  before(async () => {
    home = await probeHome(kind);
  });
  after(() => home.remove());

  it('drop the oldest when there are too many changes', async () => {
    const { database, scope } = home;
    const pool = { ...samplePool(['a', 'b']), accountId: scope.accountId };
    const results = new Map(pool.origins.map((each) => [originKey(each), sampleResult(true)]));
    const atOnce = { consecutiveUp: 0, consecutiveDown: 0 };
    const round = nextRound(pool, new Map(), results, atOnce);
    await database.transaction(async (tx) => {
      for (let time = 1; time <= 5; time++) {
        await healthEventStore.insert(tx, pool, undefined, round, time);
      }
      // Each event has two changes, so the third event from the end exceeds the limit of five.
      await healthEventStore.trim(tx, 0, 5);
    });
    const rows = await database.read.selectFrom('health_events').select('created_at').execute();
    assert.deepEqual(
      rows.map((row) => row.created_at),
      [4, 5],
    );
    const origins = await database.read.selectFrom('health_event_origins').selectAll().execute();
    assert.equal(origins.length, 4);
  });
});
