import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { ALERT_QUEUE, type Alert, type AlertOf, alertId } from '../contracts/alert.ts';
import { AlertOutbox } from './alert-outbox.ts';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';
import { TaskStore } from './task-store.ts';

describeOnEachDatabase('alerts', (kind) => {
  let home: TestDatabase;
  let database: Database<CoreTables>;
  let outbox: AlertOutbox;
  let tasks: TaskStore;
  const clock = new ManualClock();

  before(async () => {
    home = await kind.createMigrated();
    database = home.open<CoreTables>();
    outbox = new AlertOutbox(database, clock);
    tasks = new TaskStore(database, clock);
  });
  after(() => home.remove());

  const poolAlert = (poolId: string, event: number): AlertOf<'pool_health'> => {
    const id = alertId('pool_health', poolId, event);
    return {
      kind: 'pool_health',
      version: 1,
      id,
      accountId: 'account',
      zoneId: null,
      at: clock.now(),
      incident: { id, phase: event % 2 ? 'start' : 'end' },
      poolId,
      poolName: poolId,
      healthBefore: event % 2 ? 'healthy' : 'unhealthy',
      healthEventId: event,
    };
  };
  const record = (...alerts: AlertOf<'pool_health'>[]) =>
    database.transaction((tx) => outbox.record(tx, alerts));
  const claim = () => tasks.claim(ALERT_QUEUE, 10, 'a', 60_000);

  it('are queued as tasks, once each, in order for each pool', async () => {
    await record(poolAlert('one', 1), poolAlert('other', 1));
    await record(poolAlert('one', 2));
    await record(poolAlert('one', 1), poolAlert('one', 2));
    const seen: string[] = [];
    for (let claimed = await claim(); claimed.length > 0; claimed = await claim()) {
      for (const task of claimed) {
        const { poolId, healthEventId, id } = task.payload as AlertOf<'pool_health'>;
        assert.equal(task.id, `${ALERT_QUEUE}:${id}`);
        seen.push(`${poolId} ${healthEventId}`);
        await tasks.complete(task);
      }
    }
    assert.deepEqual(seen, ['one 1', 'other 1', 'one 2']);
  });

  it('are in order for each health check', async () => {
    const healthCheckAlert = (healthCheckId: string, event: number) => {
      const alert: AlertOf<'health_check_status'> = {
        kind: 'health_check_status',
        version: 1,
        id: alertId('health_check_status', healthCheckId, event),
        accountId: 'account',
        zoneId: 'zone',
        at: clock.now(),
        incident: { id: 'incident', phase: event === 1 ? 'start' : 'end' },
        healthCheckId,
        healthCheckName: healthCheckId,
        address: '192.0.2.1',
        healthBefore: 'unknown',
        healthCheckEventId: event,
        failureReason: 'TCP Timeout',
        responseCode: null,
      };
      return alert;
    };
    const recorded = [1, 2].flatMap((event) => ['a', 'b'].map((id) => healthCheckAlert(id, event)));
    await database.transaction((tx) => outbox.record(tx, recorded));
    for (const event of [1, 2]) {
      const claimed = await claim();
      assert.deepEqual(
        claimed.map(({ payload }) => (payload as Alert).id),
        recorded.slice(2 * event - 2, 2 * event).map(({ id }) => id),
      );
      for (const task of claimed) await tasks.complete(task);
    }
  });

  it('exist only if their transaction commits', async () => {
    const lost = database.transaction(async (tx) => {
      await outbox.record(tx, [poolAlert('rolled back', 1)]);
      throw new Error('no');
    });
    await assert.rejects(lost, /no/);
    assert.deepEqual(await claim(), []);
    await record();
    assert.deepEqual(await claim(), []);
  });

  it('have an id that is derived from the event', () => {
    assert.equal(alertId('pool_health', 'a', 1), alertId('pool_health', 'a', 1));
    const others = [
      alertId('pool_health', 'a', 1),
      alertId('origin_health', 'a', 1),
      alertId('pool_health', 'a1'),
      alertId('pool_health', 'a', '1'),
    ];
    assert.equal(new Set(others).size, others.length);
    assert.match(others[0] ?? '', /^[0-9a-f]{32}$/);
  });
});
