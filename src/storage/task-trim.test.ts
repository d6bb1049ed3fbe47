import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { describeOnEachDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { ALERT_QUEUE } from '../contracts/alert.ts';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';
import { TaskStore } from './task-store.ts';
import { taskTrimJob } from './task-trim.ts';

const DAY_MS = 24 * 3_600_000;
const never = new AbortController().signal;

describeOnEachDatabase('old tasks', (kind) => {
  let home: TestDatabase | undefined;
  let database: Database<CoreTables>;
  let tasks: TaskStore;
  let removed: string[];
  const clock = new ManualClock();

  beforeEach(async () => {
    home ??= await kind.createMigrated();
    database = home.open<CoreTables>();
    await database.transaction((tx) => tx.deleteFrom('tasks').execute());
    tasks = new TaskStore(database, clock);
    removed = [];
  });
  after(() => home?.remove());

  const trim = (limits: { deadLetters?: number; alerts?: number } = {}) =>
    taskTrimJob({
      database,
      clock,
      onRemoved: (queue, state, count) => void removed.push(`${queue} ${state} ${count}`),
      deadLetters: { maxAgeMs: 30 * DAY_MS, maxCount: limits.deadLetters ?? 1_000 },
      alerts: { maxAgeMs: 7 * DAY_MS, maxCount: limits.alerts ?? 1_000 },
    }).run(never);
  const left = async () => {
    const rows = await database.read.selectFrom('tasks').select('payload').orderBy('seq').execute();
    return rows.map(({ payload }) => JSON.parse(payload) as unknown);
  };
  const bury = async (payload: unknown) => {
    await tasks.enqueue(database, 'mail', payload);
    for (const task of await tasks.claim('mail', 1, 'a', 1_000)) await tasks.bury(task, 'gone');
  };

  it('are removed after a month as dead letters, or if there are too many of these', async () => {
    await bury('old');
    await clock.advance(29 * DAY_MS);
    for (const payload of [1, 2, 3]) await bury(payload);
    await tasks.enqueue(database, 'mail', 'waits', { runAt: clock.now() + DAY_MS });
    await trim();
    assert.deepEqual(removed, []);
    await clock.advance(DAY_MS + 1);
    await trim();
    assert.deepEqual(await left(), [1, 2, 3, 'waits']);
    await trim({ deadLetters: 1 });
    assert.deepEqual(await left(), [3, 'waits'], 'live tasks are kept, however old they are');
    assert.deepEqual(removed, ['mail dead 1', 'mail dead 2']);
  });

  it('are removed if they are alerts that were not evaluated for a week', async () => {
    await tasks.enqueue(database, ALERT_QUEUE, 'old');
    await tasks.enqueue(database, ALERT_QUEUE, 'old, with a key', { key: 'pool' });
    await tasks.enqueue(database, ALERT_QUEUE, 'old, behind it', { key: 'pool' });
    await clock.advance(6 * DAY_MS);
    await tasks.enqueue(database, ALERT_QUEUE, 'new, behind it', { key: 'pool' });
    await tasks.enqueue(database, 'mail', 'of another queue');
    await trim();
    assert.equal((await left()).length, 5);
    await clock.advance(DAY_MS + 1);
    await trim();
    assert.deepEqual(await left(), ['new, behind it', 'of another queue']);
    const [next] = await tasks.claim(ALERT_QUEUE, 5, 'a', 1_000);
    assert.equal(next?.payload, 'new, behind it', 'it is unblocked');
  });

  it('keep the newest alerts if there are too many, and alerts that are being evaluated', async () => {
    await database.transaction((tx) =>
      tasks.enqueueAll(
        tx,
        ALERT_QUEUE,
        Array.from({ length: 500 }, (_, n) => ({ payload: n })),
      ),
    );
    const [running] = await tasks.claim(ALERT_QUEUE, 1, 'a', DAY_MS);
    assert.equal(running?.payload, 0);
    await trim({ alerts: 10 });
    assert.deepEqual(await left(), [0, ...Array.from({ length: 9 }, (_, n) => 491 + n)]);
    assert.deepEqual(removed, [`${ALERT_QUEUE} ready 490`]);
  });

  it('count the age of an alert from its creation, however often it was postponed (it never expired)', async () => {
    const add = async (payload: string) => {
      await tasks.enqueue(database, ALERT_QUEUE, payload);
      const [task] = await tasks.claim(ALERT_QUEUE, 1, 'a', 1_000);
      await tasks.postpone(task ?? assert.fail(), 'later', clock.now() + 30 * DAY_MS);
    };
    await add('old');
    await clock.advance(7 * DAY_MS);
    await add('new');
    await trim();
    assert.deepEqual(removed, []);
    await clock.advance(1);
    await trim();
    assert.deepEqual(await left(), ['new']);
    assert.deepEqual(removed, [`${ALERT_QUEUE} ready 1`]);
  });

  describe('when there are too many alerts', () => {
    const alertsOf = (accountId: string, kind: string, numbers: readonly number[]) =>
      numbers.map((n) => ({ accountId, kind, n }));
    const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);
    const record = async (alerts: readonly object[], key?: string) => {
      await database.transaction((tx) =>
        tasks.enqueueAll(
          tx,
          ALERT_QUEUE,
          alerts.map((payload) => ({ payload, ...(key !== undefined && { key }) })),
        ),
      );
      await clock.advance(1);
    };

    it('remove the oldest of the largest account and kind (alerts of others were removed as well)', async () => {
      const [quiet, other] = [alertsOf('quiet', 'new', [1]), alertsOf('loud', 'health', upTo(5))];
      await record(quiet);
      await record(other);
      await record(alertsOf('loud', 'new', upTo(500)));
      await trim({ alerts: 20 });
      const kept = alertsOf('loud', 'new', upTo(500).slice(-14));
      assert.deepEqual(await left(), [...quiet, ...other, ...kept]);
      assert.deepEqual(removed, [`${ALERT_QUEUE} ready 486`]);
    });

    it('keep equally many of each large group, with a key or without', async () => {
      await record(alertsOf('a', 'health', upTo(300)), 'pool');
      await record(alertsOf('b', 'new', upTo(300)));
      await record(alertsOf('c', 'new', upTo(3)));
      await trim({ alerts: 23 });
      const last = upTo(300).slice(-10);
      assert.deepEqual(await left(), [
        ...alertsOf('a', 'health', last),
        ...alertsOf('b', 'new', last),
        ...alertsOf('c', 'new', upTo(3)),
      ]);
      const due = await tasks.claim(ALERT_QUEUE, 50, 'n', 1_000);
      assert.equal(due.length, 14, 'one task of the key is ready');
    });

    it('remove the oldest if there are more groups than may be kept', async () => {
      const alerts = upTo(30).flatMap((n) => alertsOf(`account ${n}`, 'new', [1]));
      await record(alerts);
      await trim({ alerts: 20 });
      assert.deepEqual(await left(), alerts.slice(10));
    });
  });
});
