import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';
import { DeadLetterStore } from './dead-letter-store.ts';
import { tasksOf } from './task-order.ts';
import { type ClaimedTask, TaskStore } from './task-store.ts';

const CLAIM_MS = 60_000;

describeOnEachDatabase('task store contract', (kind) => {
  let home: TestDatabase;
  let database: Database<CoreTables>;
  let tasks: TaskStore;
  let letters: DeadLetterStore;
  const clock = new ManualClock();

  before(async () => {
    home = await kind.createMigrated();
    database = home.open<CoreTables>();
    tasks = new TaskStore(database, clock);
    letters = new DeadLetterStore(database, clock);
  });
  after(() => home.remove());

  const claim = (queue: string, limit = 10, holder = 'a') =>
    tasks.claim(queue, limit, holder, CLAIM_MS);
  const claimOne = async (queue: string, holder = 'a'): Promise<ClaimedTask> =>
    (await claim(queue, 1, holder))[0] ?? assert.fail(`nothing due in ${queue}`);
  const countOf = async (queue: string) =>
    (await tasks.counts()).filter((row) => row.queue === queue).map((r) => [r.state, r.count]);

  it('claims tasks when they are due, in order of due time', async () => {
    const now = clock.now();
    await tasks.enqueue(database, 'order', { n: 3 }, { runAt: now + 500 });
    await tasks.enqueue(database, 'order', { n: 2 }, { runAt: now - 1 });
    await tasks.enqueue(database, 'order', { n: 1 }, { runAt: now - 2 });
    await tasks.enqueue(database, 'elsewhere', null);
    const due = await claim('order');
    assert.deepEqual(
      due.map((task) => [task.payload, task.attempt, task.holder]),
      [
        [{ n: 1 }, 1, 'a'],
        [{ n: 2 }, 1, 'a'],
      ],
    );
    assert.deepEqual(await claim('order'), [], 'claimed tasks and later ones are not claimed');
    await clock.advance(500);
    assert.deepEqual((await claimOne('order')).payload, { n: 3 });
  });

  it('adds a task in the transaction of the change, or not at all', async () => {
    await assert.rejects(
      database.transaction(async (tx) => {
        await tasks.enqueue(tx, 'atomic', 'lost');
        throw new Error('no');
      }),
      /no/,
    );
    assert.deepEqual(await claim('atomic'), []);
    await database.transaction((tx) => tasks.enqueue(tx, 'atomic', 'kept'));
    assert.equal((await claimOne('atomic')).payload, 'kept');
  });

  it('adds a task with an id once per queue, until it is removed', async () => {
    await tasks.enqueue(database, 'once', 'first', { id: 'x' });
    await tasks.enqueue(database, 'once', 'second', { id: 'x' });
    await tasks.enqueue(database, 'once-more', 'other queue', { id: 'x' });
    const [task, ...rest] = await claim('once');
    assert.ok(task);
    assert.equal(task.payload, 'first');
    assert.deepEqual(rest, []);
    assert.equal((await claimOne('once-more')).payload, 'other queue');
    assert.ok(await tasks.complete(task));
    await tasks.enqueue(database, 'once', 'third', { id: 'x' });
    assert.equal((await claimOne('once')).payload, 'third');
  });

  it('releases the tasks of a crashed holder, and counts their attempts', async () => {
    await tasks.enqueue(database, 'gone', 1);
    await tasks.enqueue(database, 'gone', 2);
    const lost = await claimOne('gone', 'killed');
    const held = await claimOne('gone', 'alive');
    await tasks.releaseAll('killed');
    const [again, ...rest] = await claim('gone', 10, 'next');
    assert.deepEqual([again?.payload, again?.attempt, rest], [lost.payload, 2, []]);
    assert.equal(await tasks.complete(lost), false, 'the former claim is invalid');
    assert.equal(await tasks.complete(held), true);
  });

  it('gives each task to exactly one of many claimers on two handles', async () => {
    const other = new TaskStore(home.open<CoreTables>(), clock);
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, n) => tasks.enqueue(database, 'race', n)),
    );
    const seen: string[] = [];
    const claimer = async (n: number) => {
      const store = n % 2 ? tasks : other;
      let idle = 0;
      while (idle < 3) {
        const claimed = await store.claim('race', 1 + (n % 3), `holder-${n}`, CLAIM_MS);
        idle = claimed.length > 0 ? 0 : idle + 1;
        seen.push(...claimed.map((task) => task.id));
      }
    };
    await Promise.all(Array.from({ length: 20 }, (_, n) => claimer(n)));
    assert.deepEqual(seen.toSorted(), ids.toSorted());
  });

  it('gives a task to the next node when a claim expires, and accepts only the new holder', async () => {
    await tasks.enqueue(database, 'expiry', 1);
    const old = await claimOne('expiry', 'a');
    await clock.advance(CLAIM_MS - 1);
    assert.deepEqual(await claim('expiry', 1, 'b'), []);
    await clock.advance(1);
    const next = await claimOne('expiry', 'b');
    assert.equal(next.attempt, 2);
    assert.equal(await tasks.extend(old, CLAIM_MS), false);
    assert.equal(await tasks.complete(old), false);
    assert.equal(await tasks.fail(old, 'late', clock.now()), false);
    assert.equal(await tasks.bury(old, 'late'), false);
    assert.equal(await tasks.release(old), false);
    assert.equal(await tasks.complete(next), true);
  });

  it('distinguishes two claims of the same holder', async () => {
    await tasks.enqueue(database, 'same', 1);
    const old = await claimOne('same');
    await clock.advance(CLAIM_MS);
    const next = await claimOne('same');
    assert.equal(await tasks.complete(old), false);
    assert.equal(await tasks.complete(next), true);
  });

  it('keeps an extended claim', async () => {
    await tasks.enqueue(database, 'extend', 1);
    const task = await claimOne('extend');
    await clock.advance(CLAIM_MS - 1);
    assert.equal(await tasks.extend(task, CLAIM_MS), true);
    await clock.advance(CLAIM_MS - 1);
    assert.deepEqual(await claim('extend', 1, 'b'), []);
    await tasks.complete(task);
  });

  it('runs a failed task again at the given time', async () => {
    await tasks.enqueue(database, 'retry', 1);
    await tasks.fail(await claimOne('retry'), 'broken', clock.now() + 100);
    assert.deepEqual(await claim('retry'), []);
    await clock.advance(100);
    assert.equal((await claimOne('retry')).attempt, 2);
  });

  it('does not wait for hours when the clock was set back', async () => {
    const away = new ManualClock();
    const store = new TaskStore(database, away);
    const claimed = async () => (await store.claim('set-back', 10, 'b', CLAIM_MS)).length;
    await store.enqueue(database, 'set-back', 'of a node that died');
    assert.equal((await store.claim('set-back', 1, 'a', CLAIM_MS)).length, 1);
    await store.enqueue(database, 'set-back', 'waits');
    await store.enqueue(database, 'set-back', 'late', { runAt: away.now() + 3_600_000 });
    away.set(away.now() - 60_000);
    assert.equal(await claimed(), 0, 'within the allowed clock skew');
    away.set(away.now() - 6 * 3_600_000);
    assert.equal(await claimed(), 3);
    assert.equal(await claimed(), 0);
  });

  it('postpones a task for days', async () => {
    const days = 3 * 24 * 3_600_000;
    await tasks.enqueue(database, 'late', 1, { runAt: clock.now() + days });
    await clock.advance(days - 1);
    assert.deepEqual(await claim('late'), []);
    await clock.advance(1);
    await tasks.fail(await claimOne('late'), 'broken', clock.now() + days);
    await clock.advance(days - 1);
    assert.deepEqual(await claim('late'), []);
    await clock.advance(1);
    await claimOne('late');
  });

  it('does not count a postponed attempt', async () => {
    await tasks.enqueue(database, 'postpone', 1);
    const first = await claimOne('postpone');
    assert.equal(await tasks.postpone(first, 'come back later', clock.now() + 100), true);
    assert.deepEqual(await claim('postpone'), []);
    await clock.advance(100);
    const second = await claimOne('postpone');
    assert.equal(second.attempt, 1);
    assert.equal(second.dueSince, first.dueSince);
  });

  it('does not count a released attempt', async () => {
    await tasks.enqueue(database, 'release', 1);
    await tasks.release(await claimOne('release', 'a'));
    assert.equal((await claimOne('release', 'b')).attempt, 1);
  });

  it('lists dead letters in pages, the latest first, and requeues them', async () => {
    for (let n = 1; n <= 3; n++) {
      await tasks.enqueue(database, 'dead', n);
      await tasks.bury(await claimOne('dead'), `\0broken ${n}${'!'.repeat(5_000)}`);
      await clock.advance(1);
    }
    assert.deepEqual(await claim('dead'), []);
    const page = await letters.list('dead', { page: 1, perPage: 2 });
    assert.equal(page.totalCount, 3);
    assert.deepEqual(
      page.items.map((letter) => [letter.payload, letter.attempts, letter.lastError.slice(0, 8)]),
      [
        [3, 1, 'broken 3'],
        [2, 1, 'broken 2'],
      ],
    );
    assert.equal(page.items[0]?.lastError.length, 1_000);
    const rest = await letters.list('dead', { page: 2, perPage: 2 });
    assert.deepEqual(
      rest.items.map((letter) => letter.payload),
      [1],
    );
    assert.deepEqual(await countOf('dead'), [['dead', 3]]);

    const id = page.items[0]?.id ?? '';
    assert.equal(await letters.requeue(id), true);
    assert.equal(await letters.requeue(id), false);
    assert.deepEqual(await countOf('dead'), [
      ['dead', 2],
      ['ready', 1],
    ]);
    assert.equal((await claimOne('dead')).attempt, 1);
  });

  it('tags every commit with the queues that have a newly ready task', async () => {
    const written: string[][] = [];
    const watched = home.open<CoreTables>();
    watched.onCommit((names) => written.push([...names]));
    const store = new TaskStore(watched, clock);
    await store.enqueue(watched, 'tagged', 1, { key: 'k' });
    await store.enqueue(watched, 'tagged', 2, { key: 'k' });
    const [first] = await store.claim('tagged', 1, 'a', CLAIM_MS);
    await store.complete(first ?? assert.fail());
    const [second] = await store.claim('tagged', 1, 'a', CLAIM_MS);
    await store.bury(second ?? assert.fail(), 'no');
    await new DeadLetterStore(watched, clock).requeue(second?.id ?? '');
    await watched.transaction(async () => {});
    const tagged = [tasksOf('tagged')];
    assert.deepEqual(written, [tagged, tagged, [], tagged, [], tagged, tagged, []]);
  });

  it('commits nothing when nothing is due', async () => {
    let commits = 0;
    const watched = home.open<CoreTables>();
    watched.onCommit(() => commits++);
    assert.deepEqual(await new TaskStore(watched, clock).claim('empty', 5, 'a', CLAIM_MS), []);
    assert.equal(commits, 0);
  });
});
