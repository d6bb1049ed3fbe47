import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { describeOnEachDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import { PermanentFailure, RetryLater, type Task, type TaskQueue } from '../contracts/job.ts';
import type { CoreTables } from '../storage/core-tables.ts';
import type { Database } from '../storage/database.ts';
import { DeadLetterStore } from '../storage/dead-letter-store.ts';
import { TaskStore } from '../storage/task-store.ts';
import {
  hostOn,
  pass,
  passUntil,
  queue,
  RecordingTelemetry,
  stopHosts,
  untilAborted,
} from './host.fixture.ts';
import type { JobHost, JobHostOptions } from './job-host.ts';

describeOnEachDatabase('task queues', (kind) => {
  let clock: ManualClock;
  let home: TestDatabase;
  let database: Database<CoreTables>;
  let tasks: TaskStore;
  let letters: DeadLetterStore;
  let telemetry: RecordingTelemetry;
  let hosts: JobHost[];

  beforeEach(async () => {
    clock = new ManualClock();
    home = await kind.createMigrated();
    database = home.open<CoreTables>();
    tasks = new TaskStore(database, clock);
    letters = new DeadLetterStore(database, clock);
    telemetry = new RecordingTelemetry();
    hosts = [];
  });
  afterEach(async () => {
    await stopHosts(clock, ...hosts);
    assert.equal(clock.sleeping, 0, 'no timer outlives stop()');
    await home.remove();
  });

  const start = (options: Partial<JobHostOptions>, on = database) => {
    const host = hostOn({ clock, database: on }, { telemetry, ...options });
    hosts.push(host);
    host.start();
    return host;
  };
  const add = (payload: unknown, name = 'queue') => tasks.enqueue(database, name, payload);
  const ended = (outcome: string) =>
    telemetry.values.get(`task_runs_total{queue=queue,outcome=${outcome}}`) ?? 0;
  const dead = async () => (await letters.list('queue', { page: 1, perPage: 10 })).items;

  it('run each task once and delete it', async () => {
    const done: unknown[] = [];
    for (const letter of 'abcdef') await add(letter);
    start({ queues: [queue({ run: async (task) => void done.push(task.payload) })] });
    await passUntil(clock, () => ended('done') === 6);
    assert.equal(done.toSorted().join(''), 'abcdef');
    assert.deepEqual(await tasks.counts(), []);
  });

  it('poll at once when they are woken', async () => {
    let runs = 0;
    const host = start({
      queues: [queue({ run: async () => void runs++ })],
      pollMs: 3_600_000,
    });
    await pass(clock, 1_000);
    await add('now');
    host.wake('another');
    host.wake('queue');
    await passUntil(clock, () => runs === 1, 1);
    assert.ok(clock.now() - Date.UTC(2026, 0, 1) < 60_000);
  });

  it('can be woken by every commit without keeping themselves awake', async () => {
    let commits = 0;
    const host = start({ queues: [queue({ run: async () => {} })], pollMs: 3_600_000 });
    database.onCommit(() => {
      commits++;
      host.wake();
    });
    await add('now');
    await passUntil(clock, () => ended('done') === 1, 1);
    await pass(clock, 1_000);
    assert.equal(commits, 3, 'added, claimed, completed');
  });

  it('do not block the event loop, however many quick tasks there are', async () => {
    let done = 0;
    for (let n = 0; n < 50; n++) await add(n);
    start({ queues: [queue({ run: async () => void done++ })] });
    for (let turn = 0; turn < 5; turn++) await setImmediate();
    assert.ok(done < 50, 'the queue blocked the event loop until it was empty');
    await passUntil(clock, () => ended('done') === 50);
  });

  it('run no more at once than allowed', async () => {
    let active = 0;
    let most = 0;
    const run = async () => {
      most = Math.max(most, ++active);
      await clock.sleep(300);
      active--;
    };
    for (let n = 0; n < 12; n++) await add(n);
    start({ queues: [queue({ run, concurrency: 3 })] });
    await passUntil(clock, () => ended('done') === 12);
    assert.equal(most, 3);
  });

  it('retry with growing pauses, then keep a dead letter', async () => {
    const at: number[] = [];
    const run = async (task: Task) => {
      at.push(clock.now());
      assert.equal(task.attempt, at.length);
      throw new Error('broken');
    };
    await add({ to: 'nowhere' });
    start({ queues: [queue({ run, maxAttempts: 4 })], pollMs: 10 });
    await passUntil(clock, () => ended('buried') === 1, 50);
    const waits = at.slice(1).map((time, n) => time - (at[n] ?? 0));
    for (const [n, least] of [750, 1_500, 3_000].entries()) {
      const wait = waits[n] ?? 0;
      assert.ok(wait >= least && wait < least + 400, `wait ${n} took ${wait}`);
    }
    const [letter] = await dead();
    assert.deepEqual(letter?.payload, { to: 'nowhere' });
    assert.equal(letter?.lastError, 'broken');
    assert.equal(letter?.attempts, 4);
    assert.equal(telemetry.lines.filter((line) => line.startsWith('error')).length, 1);
    await passUntil(
      clock,
      () => telemetry.values.get('task_queue_tasks{queue=queue,state=dead}') === 1,
      1_000,
    );
  });

  it('keep a dead letter at once after a permanent failure', async () => {
    let runs = 0;
    const run = async () => {
      runs++;
      throw new PermanentFailure('the endpoint is gone');
    };
    await add(1);
    start({ queues: [queue({ run })] });
    await passUntil(clock, () => ended('buried') === 1);
    assert.equal(runs, 1);
    const id = (await dead())[0]?.id ?? '';
    await letters.requeue(id);
    await passUntil(clock, () => ended('buried') === 2);
    assert.equal(runs, 2, 'a requeued letter is tried again');
  });

  it('change what an area stores in the transaction that keeps a dead letter, or not at all', async () => {
    let isBroken = true;
    const calls: string[] = [];
    const run = async () => {
      throw new PermanentFailure('the endpoint is gone');
    };
    const onDeadLetter: TaskQueue['onDeadLetter'] = async (_tx, { payload }, error) => {
      calls.push(`${payload}: ${error}`);
      if (isBroken) throw new Error('cannot write');
    };
    await add('a');
    start({ queues: [queue({ run, onDeadLetter })] });
    await passUntil(clock, () => calls.length === 1);
    await pass(clock, 1_000);
    assert.deepEqual(await dead(), []);
    isBroken = false;
    await passUntil(clock, () => ended('buried') === 1, 10_000);
    assert.deepEqual(calls, ['a: the endpoint is gone', 'a: the endpoint is gone']);
    assert.equal((await dead()).length, 1);
  });

  it('follow the backoff of their own queue', async () => {
    const at: number[] = [];
    const run = async () => {
      at.push(clock.now());
      throw new Error('broken');
    };
    const backoff = { firstMs: 5_000, maxMs: 5_000, factor: 1 };
    await add(1);
    start({ queues: [queue({ run, backoff })], pollMs: 10 });
    await passUntil(clock, () => ended('buried') === 1);
    for (const [n, time] of at.slice(1).entries()) {
      const wait = time - (at[n] ?? 0);
      assert.ok(wait >= 3_750 && wait < 4_000, `wait ${n} took ${wait}`);
    }
  });

  it('retry after the delay that the receiver names, without using up attempts', async () => {
    const at: number[] = [];
    // More than the number of allowed attempts.
    const pauses = [600_000, 7_200_000, 600_000, 600_000];
    const run = async (task: Task) => {
      assert.equal(task.attempt, 1);
      at.push(clock.now());
      const pause = pauses[at.length - 1];
      if (pause !== undefined) throw new RetryLater('429', pause);
    };
    await add(1);
    start({ queues: [queue({ run })], pollMs: 60_000 });
    await passUntil(clock, () => ended('done') === 1, 60_000);
    for (const [n, least] of pauses.entries()) {
      const wait = (at[n + 1] ?? 0) - (at[n] ?? 0);
      assert.ok(wait >= least && wait <= least + 120_000, `wait ${n} took ${wait}`);
    }
    assert.equal(ended('postponed'), pauses.length);
    const lines = telemetry.lines.filter((line) => /task/.test(line));
    const [first, ...rest] = lines;
    assert.equal(first, 'info: task waits, it will run again', 'waiting was logged as a failure');
    assert.deepEqual(new Set(rest), new Set(['debug: task waits, it will run again']));
  });

  it('pause even if a receiver asks to be called again at once', async () => {
    const at: number[] = [];
    const run = async () => {
      at.push(clock.now());
      if (at.length < 5) throw new RetryLater('429', -1);
    };
    await add(1);
    start({ queues: [queue({ run })], pollMs: 10 });
    await passUntil(clock, () => ended('done') === 1);
    for (const [n, time] of at.slice(1).entries()) assert.ok(time - (at[n] ?? 0) >= 1_000);
  });

  it('give up on a task at its maximum age, after a last attempt', async () => {
    const begun = clock.now();
    const at: number[] = [];
    const run = async () => {
      at.push(clock.now());
      throw at.length % 2 ? new RetryLater('429', 50_000) : new Error('broken');
    };
    await add(1);
    start({ queues: [queue({ run, maxAttempts: 100, maxAgeMs: 130_000 })], pollMs: 500 });
    await passUntil(clock, () => ended('buried') === 1, 500);
    const last = (at.at(-1) ?? 0) - begun;
    assert.ok(last >= 130_000 && last <= 131_500, `the last attempt came after ${last}`);
    const [letter] = await dead();
    assert.ok((letter?.attempts ?? 0) < 100);
    await letters.requeue(letter?.id ?? '');
    const tried = at.length;
    await passUntil(clock, () => at.length > tried + 1, 500);
    assert.equal(ended('buried'), 1, 'a requeued letter has its full time again');
  });

  it('postpone a task that was blocked beyond its maximum age at its first RetryLater, instead of burying it', async () => {
    const at = new Map<string, number[]>();
    const run = async ({ payload }: Task) => {
      const times = at.get(payload as string) ?? [];
      at.set(payload as string, [...times, clock.now()]);
      if (payload === 'first' || payload === 'third') throw new Error('broken');
      if (payload === 'fourth' || times.length === 0) throw new RetryLater('429', 50_000);
    };
    for (const payload of ['first', 'second', 'third', 'fourth']) {
      await tasks.enqueue(database, 'queue', payload, { key: 'receiver' });
    }
    start({ queues: [queue({ run, maxAttempts: 100, maxAgeMs: 130_000 })], pollMs: 500 });
    await passUntil(clock, () => ended('buried') === 3, 500);
    const [first = 0, second = 0] = at.get('second') ?? [];
    assert.ok(second - first >= 50_000 && second - first <= 51_500, 'after the full delay');
    assert.equal(ended('done'), 1);
    assert.equal(at.get('third')?.length, 1, 'a failure still buries it at once');
    assert.equal(at.get('fourth')?.length, 2, 'and so does a second postponement');
  });

  it('keep the order within a key across failures and nodes, without blocking other keys', async () => {
    const done: string[] = [];
    const failures = new Map([
      ['down 1', 2],
      ['down 3', 1],
    ]);
    const run = async (task: Task) => {
      const name = task.payload as string;
      const left = failures.get(name) ?? 0;
      if (left > 0) {
        failures.set(name, left - 1);
        throw new Error('not yet');
      }
      await clock.sleep(20);
      done.push(name);
    };
    for (let n = 1; n <= 4; n++) {
      await tasks.enqueue(database, 'queue', `down ${n}`, { key: 'down' });
      await tasks.enqueue(database, 'queue', `up ${n}`, { key: 'up' });
    }
    start({ queues: [queue({ run })], holder: 'a' });
    start({ queues: [queue({ run })], holder: 'b' }, home.open());
    await passUntil(clock, () => ended('done') === 8);
    for (const key of ['down', 'up']) {
      assert.deepEqual(
        done.filter((name) => name.startsWith(key)),
        [1, 2, 3, 4].map((n) => `${key} ${n}`),
      );
    }
    assert.ok(done.indexOf('up 4') < done.indexOf('down 4'), 'the key that succeeds did not wait');
  });

  it('let other tasks of a key overtake after maxAttemptsInOrder failures, and retry the task', async () => {
    const done: unknown[] = [];
    let left = 3;
    const run = async ({ payload }: Task) => {
      if (payload === 'failing' && left-- > 0) throw new Error('not yet');
      done.push(payload);
    };
    for (const payload of ['failing', 'second', 'third']) {
      await tasks.enqueue(database, 'queue', payload, { key: 'key' });
    }
    start({ queues: [queue({ run, maxAttempts: 10, maxAttemptsInOrder: 2 })] });
    await passUntil(clock, () => ended('done') === 3);
    assert.deepEqual(done, ['second', 'third', 'failing']);
  });

  it('measure the depth of queues that no host runs', async () => {
    await add(1, 'later');
    start({ queues: [queue({ run: async () => {} })] });
    const depth = () => telemetry.values.get('task_queue_tasks{queue=later,state=ready}');
    await passUntil(clock, () => depth() === 1, 1_000);
    await database.transaction((tx) => tx.deleteFrom('tasks').execute());
    await passUntil(clock, () => depth() === 0, 1_000);
  });

  it('bury a task whose attempts never ended', async () => {
    await add('takes the process down');
    for (let crash = 0; crash < 3; crash++) {
      assert.equal((await tasks.claim('queue', 1, `crashed-${crash}`, 1)).length, 1);
      await clock.advance(2);
    }
    start({ queues: [queue({ run: () => assert.fail('must not run') })] });
    await passUntil(clock, () => ended('buried') === 1);
  });

  it('abort an attempt that takes too long and retry', async () => {
    let runs = 0;
    const run = (_: Task, signal: AbortSignal) =>
      ++runs === 1 ? untilAborted(signal) : Promise.resolve();
    await add(1);
    start({ queues: [queue({ run, timeoutMs: 2_000 })] });
    await passUntil(clock, () => ended('done') === 1);
    assert.equal(ended('retried'), 1);
  });

  it('keep their claim on a long task, and no other node takes it', async () => {
    let runs = 0;
    const run = async () => {
      runs++;
      await clock.sleep(20_000);
    };
    await add(1);
    const long = queue({ run, timeoutMs: 60_000 });
    start({ queues: [long], holder: 'a', claimMs: 3_000 });
    start({ queues: [long], holder: 'b', claimMs: 3_000 }, home.open());
    await passUntil(clock, () => ended('done') === 1, 500);
    assert.equal(runs, 1);
  });

  it('abort a task whose claim was lost, and leave it to the new holder', async () => {
    let runs = 0;
    const reasons: string[] = [];
    const run = (_: Task, signal: AbortSignal) => {
      runs++;
      return untilAborted(signal).catch((reason) => {
        reasons.push(reason.code);
        throw reason;
      });
    };
    await add(1);
    start({ queues: [queue({ run, timeoutMs: 60_000 })], claimMs: 3_000 });
    await passUntil(clock, () => runs === 1);
    await database.transaction((tx) =>
      tx
        .updateTable('tasks')
        .set({ claimed_by: 'thief', claimed_until: clock.now() + 1e9 })
        .execute(),
    );
    await passUntil(clock, () => ended('lost') === 1);
    assert.deepEqual(reasons, ['hold_lost']);
    assert.deepEqual(await tasks.counts(), [{ queue: 'queue', state: 'ready', count: 1 }]);
  });

  it('share the work between nodes, each task done once', async () => {
    const done: number[] = [];
    for (let n = 0; n < 40; n++) await add(n);
    const shared = queue({
      async run(task) {
        done.push(task.payload as number);
        await clock.sleep(50);
      },
    });
    start({ queues: [shared], holder: 'a' });
    start({ queues: [shared], holder: 'b' }, home.open());
    await passUntil(clock, () => ended('done') === 40);
    assert.deepEqual(
      done.toSorted((a, b) => a - b),
      Array.from({ length: 40 }, (_, n) => n),
    );
  });

  it('finish running work when the host stops, and begin nothing new', async () => {
    let begun = 0;
    let finished = 0;
    const run = async () => {
      begun++;
      await clock.sleep(500);
      finished++;
    };
    for (let n = 0; n < 6; n++) await add(n);
    const host = start({ queues: [queue({ run })] });
    await passUntil(clock, () => begun === 2, 10);
    await stopHosts(clock, host);
    assert.equal(finished, 2);
    assert.deepEqual(await tasks.counts(), [{ queue: 'queue', state: 'ready', count: 4 }]);
  });

  it('release unfinished tasks after the grace period, so that other nodes run them at once', async () => {
    const seen: [string, number][] = [];
    const run = (holder: string) => (task: Task, signal: AbortSignal) => {
      seen.push([holder, task.attempt]);
      return holder === 'a' ? untilAborted(signal) : Promise.resolve();
    };
    await add(1);
    const a = start({ queues: [queue({ run: run('a') })], holder: 'a', graceMs: 1_000 });
    await passUntil(clock, () => seen.length === 1);
    await stopHosts(clock, a);
    assert.equal(ended('released'), 1);
    start({ queues: [queue({ run: run('b') })], holder: 'b' }, home.open());
    await passUntil(clock, () => ended('done') === 1);
    assert.deepEqual(seen, [
      ['a', 1],
      ['b', 1],
    ]);
  });

  it('continue when another queue fails or hangs', async () => {
    let done = 0;
    await add(1, 'hanging');
    await add(1, 'throwing');
    for (let n = 0; n < 5; n++) await add(n);
    const queues = [
      queue({ name: 'hanging', run: (_, signal) => untilAborted(signal) }),
      queue({
        name: 'throwing',
        run: () => {
          throw new Error('not even a promise');
        },
      }),
      queue({ run: async () => void done++ }),
    ];
    start({ queues, graceMs: 0 });
    await passUntil(clock, () => done === 5);
  });

  it('continue after the database was unreachable', async () => {
    let done = 0;
    let away = true;
    await add(1);
    const flaky = new Proxy(tasks, {
      get(target, key: keyof TaskStore) {
        if (key === 'claim' && away) return () => Promise.reject(new Error('connection refused'));
        return target[key].bind(target);
      },
    });
    start({ queues: [queue({ run: async () => void done++ })], tasks: flaky });
    await pass(clock, 3_000);
    assert.ok(telemetry.lines.includes('warn: tasks could not be read'));
    away = false;
    await passUntil(clock, () => done === 1, 1_000);
  });
});
