import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { describeOnEachDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { CoreTables } from './core-tables.ts';
import type { Database } from './database.ts';
import { DeadLetterStore } from './dead-letter-store.ts';
import { type ClaimedTask, TaskStore } from './task-store.ts';

const CLAIM_MS = 60_000;

describeOnEachDatabase('tasks with a key', (kind) => {
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

  const add = (queue: string, key: string, ...payloads: unknown[]) =>
    database.transaction((tx) =>
      tasks.enqueueAll(
        tx,
        queue,
        payloads.map((payload) => ({ payload, key })),
      ),
    );
  const claim = (queue: string, limit = 10) => tasks.claim(queue, limit, 'a', CLAIM_MS);
  const claimed = async (queue: string) => (await claim(queue)).map(({ payload }) => payload);
  const claimOne = async (queue: string): Promise<ClaimedTask> => {
    const [task, ...rest] = await claim(queue);
    assert.deepEqual(rest, []);
    return task ?? assert.fail(`nothing due in ${queue}`);
  };

  it('run one after the other, independently of other keys', async () => {
    await add('turns', 'slow', 1, 2, 3);
    await add('turns', 'other', 'x');
    await tasks.enqueue(database, 'turns', 'without a key');
    const first = await claim('turns');
    assert.deepEqual(
      first.map(({ payload }) => payload),
      [1, 'x', 'without a key'],
    );
    await add('turns', 'slow', 4);
    assert.deepEqual(await claim('turns'), []);
    for (const expected of [2, 3, 4]) {
      await tasks.complete(first.shift() ?? assert.fail());
      first.unshift(await claimOne('turns'));
      assert.equal(first[0]?.payload, expected);
    }
  });

  it('wait only for the retry of the task before them', async () => {
    await add('retry', 'down', 1, 2);
    await add('retry', 'up', 'x', 'y');
    const [down, up] = await claim('retry');
    assert.ok(down && up);
    await tasks.fail(down, 'refused', clock.now() + 3_600_000);
    await tasks.complete(up);
    assert.deepEqual(await claimed('retry'), ['y']);
    await clock.advance(3_600_000 - 1);
    assert.deepEqual(
      await claimed('retry'),
      ['y'],
      'its claim expired; the task of the other key waits for its retry',
    );
    await clock.advance(1);
    const again = await claimOne('retry');
    assert.deepEqual([again.payload, again.attempt], [1, 2]);
    await tasks.postpone(again, 'too many requests', clock.now() + 1_000);
    await clock.advance(999);
    assert.deepEqual(await claim('retry'), []);
    await clock.advance(1);
    await tasks.complete(await claimOne('retry'));
    assert.deepEqual((await claimOne('retry')).payload, 2);
  });

  it('do not wait for a dead letter, but run after it once it is requeued', async () => {
    await add('dead', 'k', 1, 2, 3);
    const first = await claimOne('dead');
    await tasks.bury(first, 'gone');
    const second = await claimOne('dead');
    assert.equal(second.payload, 2);
    assert.equal(await letters.requeue(first.id), true);
    assert.deepEqual(await claim('dead'), [], 'the second one runs');
    await tasks.complete(second);
    const revived = await claimOne('dead');
    assert.deepEqual([revived.payload, revived.attempt], [1, 1]);
    await tasks.complete(revived);
    assert.equal((await claimOne('dead')).payload, 3);
  });

  it('run at once when a dead letter is requeued and no other task waits', async () => {
    await add('revived', 'k', 1);
    const task = await claimOne('revived');
    await tasks.bury(task, 'gone');
    await clock.advance(1_000);
    await letters.requeue(task.id);
    const again = await claimOne('revived');
    assert.equal(again.dueSince, clock.now(), 'it gets its full time again');
  });

  it('alternate with other keys, however long their own backlog is', async () => {
    await add('fair', 'long', 1, 2, 3, 4);
    await clock.advance(10);
    await add('fair', 'short', 'x');
    await clock.advance(10);
    const order: unknown[] = [];
    for (let n = 0; n < 5; n++) {
      const [task] = await tasks.claim('fair', 1, 'a', CLAIM_MS);
      order.push(task?.payload);
      await tasks.complete(task ?? assert.fail());
    }
    assert.deepEqual(order, [1, 'x', 2, 3, 4]);
  });

  it('keep their order when the first is enqueued for later', async () => {
    await tasks.enqueue(database, 'delayed', 1, { key: 'k', runAt: clock.now() + 3_600_000 });
    await add('delayed', 'k', 2);
    assert.deepEqual(await claim('delayed'), []);
    await clock.advance(3_600_000);
    await tasks.complete(await claimOne('delayed'));
    assert.equal((await claimOne('delayed')).payload, 2);
  });

  it('are not blocked when an existing task is enqueued again', async () => {
    const again = () => tasks.enqueue(database, 'known', 1, { key: 'k', id: 'same' });
    await again();
    const first = await claimOne('known');
    await tasks.bury(first, 'gone');
    await database.transaction((tx) =>
      tasks.enqueueAll(tx, 'known', [
        { payload: 1, key: 'k', id: 'same' },
        { payload: 2, key: 'k' },
      ]),
    );
    assert.equal((await claimOne('known')).payload, 2);
  });

  it('leave no gap when a transaction is rolled back', async () => {
    const lost = database.transaction(async (tx) => {
      await tasks.enqueue(tx, 'rollback', 'lost', { key: 'k' });
      throw new Error('no');
    });
    await assert.rejects(lost, /no/);
    await add('rollback', 'k', 'kept');
    assert.equal((await claimOne('rollback')).payload, 'kept');
  });

  it('are not left blocked when they are enqueued while their predecessor ends', async () => {
    await add('overlap', 'k', 1);
    const first = await claimOne('overlap');
    const elsewhere = home.open<CoreTables>();
    let ended: Promise<boolean> | undefined;
    await database.transaction(async (tx) => {
      await tasks.enqueue(tx, 'overlap', 2, { key: 'k' });
      ended ??= new TaskStore(elsewhere, clock).complete(first);
      // Long enough for the transaction to end too early if it did not wait for the lock.
      for (let n = 0; n < 20; n++) await elsewhere.ping();
    });
    assert.equal(await ended, true);
    assert.equal((await claimOne('overlap')).payload, 2);
  });

  it('count as blocked until it is their turn', async () => {
    await add('counted', 'k', 1, 2, 3);
    const counts = (await tasks.counts()).filter(({ queue }) => queue === 'counted');
    assert.deepEqual(
      counts.map(({ state, count }) => [state, count]),
      [
        ['blocked', 2],
        ['ready', 1],
      ],
    );
  });

  it('keep their order and never overlap with concurrent enqueues and claims', async () => {
    const keys = ['a', 'b', 'c', 'd'];
    const each = 12;
    const running = new Set<string>();
    const done = new Map<string, number[]>(keys.map((key) => [key, []]));
    const stores = [tasks, new TaskStore(home.open<CoreTables>(), clock)];
    const enqueuer = async (key: string) => {
      for (let n = 0; n < each; n++) {
        await stores[n % 2]?.enqueue(database, 'race', { key, n }, { key });
      }
    };
    const isDone = () => [...done.values()].every((numbers) => numbers.length === each);
    const worker = async (n: number) => {
      const store = stores[n % 2] ?? tasks;
      while (!isDone()) {
        for (const task of await store.claim('race', 2, `holder-${n}`, CLAIM_MS)) {
          const { key, n: number } = task.payload as { key: string; n: number };
          assert.ok(!running.has(key), `two tasks of ${key} at once`);
          running.add(key);
          await store.extend(task, CLAIM_MS);
          done.get(key)?.push(number);
          running.delete(key);
          assert.ok(await store.complete(task));
        }
      }
    };
    await Promise.all([...keys.map(enqueuer), ...Array.from({ length: 6 }, (_, n) => worker(n))]);
    for (const numbers of done.values()) {
      assert.deepEqual(
        numbers,
        numbers.toSorted((one, other) => one - other),
      );
    }
  });

  it('keep their order under any sequence of failures, crashes and requeues', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { maxLength: 40 }), async (steps) => {
        await new Model(`model-${++run}`, { tasks, letters, clock, database }).play(steps);
      }),
      { numRuns: 25 },
    );
  });
});

type Step =
  | { readonly type: 'enqueue'; readonly key: string }
  | { readonly type: 'claim'; readonly limit: number }
  | { readonly type: 'complete' | 'fail' | 'postpone' | 'bury' | 'release'; readonly pick: number }
  | { readonly type: 'requeue'; readonly pick: number }
  /** The holder of all claims has crashed, and its claims have expired. */
  | { readonly type: 'die' };

const anyKey = fc.constantFrom('a', 'b', 'c');
const pick = fc.nat(20);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: anyKey.map((key): Step => ({ type: 'enqueue', key })) },
  {
    weight: 4,
    arbitrary: fc.integer({ min: 1, max: 4 }).map((limit): Step => ({ type: 'claim', limit })),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom('complete', 'fail', 'postpone', 'bury', 'release'),
      pick,
    }) as fc.Arbitrary<Step>,
  },
  { weight: 1, arbitrary: pick.map((n): Step => ({ type: 'requeue', pick: n })) },
  { weight: 1, arbitrary: fc.constant<Step>({ type: 'die' }) },
);

interface Parts {
  readonly tasks: TaskStore;
  readonly letters: DeadLetterStore;
  readonly clock: ManualClock;
  readonly database: Database<CoreTables>;
}

/** A model of the store as a list: only the first live task of a key may run. */
class Model {
  readonly #queue: string;
  readonly #parts: Parts;
  /** In the order of enqueuing. */
  readonly #live: { readonly number: number; readonly key: string }[] = [];
  readonly #dead: { readonly id: string; readonly number: number; readonly key: string }[] = [];
  /** Includes tasks that were running when an older one of their key was requeued: they continue. */
  readonly #running = new Map<number, ClaimedTask>();
  readonly #first = new Map<string, number>();
  #count = 0;

  constructor(queue: string, parts: Parts) {
    this.#queue = queue;
    this.#parts = parts;
  }

  async play(steps: readonly Step[]): Promise<void> {
    for (const step of steps) await this.#step(step);
    await this.#drain();
  }

  async #step(step: Step): Promise<void> {
    const { tasks, letters, clock, database } = this.#parts;
    if (step.type === 'enqueue') {
      const number = ++this.#count;
      await tasks.enqueue(database, this.#queue, number, { key: step.key });
      this.#live.push({ number, key: step.key });
      if (!this.#first.has(step.key)) this.#first.set(step.key, number);
    } else if (step.type === 'claim') {
      await this.#claim(step.limit);
    } else if (step.type === 'die') {
      this.#running.clear();
      await clock.advance(CLAIM_MS);
    } else if (step.type === 'requeue') {
      const letter = this.#dead[step.pick % this.#dead.length];
      if (!letter) return;
      assert.ok(await letters.requeue(letter.id));
      this.#dead.splice(this.#dead.indexOf(letter), 1);
      this.#live.push(letter);
      this.#live.sort((one, other) => one.number - other.number);
      if (!this.#first.has(letter.key)) this.#first.set(letter.key, letter.number);
    } else {
      const running = [...this.#running.values()];
      const task = running[step.pick % running.length];
      if (task) await this.#end(step.type, task);
    }
  }

  async #claim(limit: number): Promise<void> {
    const { tasks, clock } = this.#parts;
    for (const task of await tasks.claim(this.#queue, limit, 'model', CLAIM_MS)) {
      const number = task.payload as number;
      assert.equal(
        this.#first.get(task.key ?? ''),
        number,
        `${number} is not the first of its key`,
      );
      assert.ok(!this.#running.has(number), `${number} runs already`);
      this.#running.set(number, task);
    }
    await clock.advance(1);
  }

  async #end(
    how: 'complete' | 'fail' | 'postpone' | 'bury' | 'release',
    task: ClaimedTask,
  ): Promise<void> {
    const { tasks, clock } = this.#parts;
    const number = task.payload as number;
    const key = task.key ?? '';
    const later = clock.now() + 10;
    const ends = {
      complete: () => tasks.complete(task),
      fail: () => tasks.fail(task, 'failed', later),
      postpone: () => tasks.postpone(task, 'busy', later),
      bury: () => tasks.bury(task, 'dead'),
      release: () => tasks.release(task),
    };
    assert.ok(await ends[how]());
    this.#running.delete(number);
    if (how !== 'complete' && how !== 'bury') return;
    this.#live.splice(
      this.#live.findIndex((each) => each.number === number),
      1,
    );
    if (how === 'bury') this.#dead.push({ id: task.id, number, key });
    const next = this.#live.find((each) => each.key === key);
    if (next) this.#first.set(key, next.number);
    else this.#first.delete(key);
  }

  /** All remaining tasks can be completed from any state. */
  async #drain(): Promise<void> {
    const { clock } = this.#parts;
    this.#running.clear();
    await clock.advance(CLAIM_MS);
    while (this.#live.length > 0) {
      const before = this.#live.length;
      await this.#claim(10);
      for (const task of this.#running.values()) await this.#end('complete', task);
      assert.ok(this.#live.length < before, 'a key is stuck');
    }
  }
}
