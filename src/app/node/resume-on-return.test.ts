import assert from 'node:assert/strict';
import { afterEach, beforeEach, it } from 'node:test';
import { describeOnEachDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { ManualClock, settle } from '../../../test/support/manual-clock.ts';
import { tempFolder } from '../../../test/support/temp-folder.ts';
import type { AreaModule } from '../../areas/area-module.ts';
import { openEmbeddedBus } from '../../bus/embedded/embedded-bus.ts';
import { ChangeFeed } from '../../storage/change-feed.ts';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';
import { LeaseStore } from '../../storage/lease-store.ts';
import { TaskStore } from '../../storage/task-store.ts';
import { silentTelemetry } from '../../telemetry/silent-telemetry.ts';
import { hostOn, job, pass, queue, watched } from '../../workers/host.fixture.ts';
import { type RetryingPart, resumeOnReturn } from './resume-on-return.ts';
import { RetriedWork } from './retried-work.ts';
import { subscriptionsPart } from './subscriptions.ts';

/** The work that waits for the database must be done this long after its return. */
const SOON_MS = 5_000;

describeOnEachDatabase('after the database was away', (kind) => {
  let clock: ManualClock;
  let home: TestDatabase;
  let folder: ReturnType<typeof tempFolder>;
  let away: boolean;
  let database: Database<CoreTables>;
  let feed: ChangeFeed;
  let parts: RetryingPart[];
  /** Reads that the database has not returned yet. */
  const running = new Set<object>();

  beforeEach(async () => {
    clock = new ManualClock();
    home = await kind.createMigrated();
    folder = tempFolder();
    away = false;
    const real = home.open<CoreTables>();
    const reads = real.read.withPlugin({
      transformQuery({ queryId, node }) {
        running.add(queryId);
        return node;
      },
      async transformResult({ queryId, result }) {
        running.delete(queryId);
        return result;
      },
    });
    database = new Proxy(real, {
      get(target, name) {
        if (away && (name === 'read' || name === 'transaction')) throw new Error('no database');
        if (name === 'read') return reads;
        const member = Reflect.get(target, name) as unknown;
        return typeof member === 'function' ? member.bind(target) : member;
      },
    });
    feed = new ChangeFeed({ database, clock, pollMs: 1_000, onError: () => {} });
    await feed.start();
    parts = [];
  });
  afterEach(async () => {
    const stopping = Promise.all([feed.stop(), ...parts.map((part) => part.stop())]);
    await pass(clock, 2_000);
    await stopping;
    await home.remove();
    folder.remove();
  });

  async function begin(part: RetryingPart): Promise<void> {
    parts.push(part);
    resumeOnReturn(feed, [part]);
    await part.start();
  }

  /** Moves the clock, and waits after each step until the database has returned all reads. */
  async function steps(ms: number, stepMs: number): Promise<void> {
    for (let passed = 0; passed < ms; passed += stepMs) {
      while (running.size > 0) await settle();
      await pass(clock, stepMs, stepMs);
      while (running.size > 0) await settle();
    }
  }

  /** An outage of this many milliseconds; fails unless `isDone` holds soon after it. */
  async function outage(ms: number, isDone: () => boolean): Promise<void> {
    away = true;
    await steps(ms, 1_000);
    assert.ok(!isDone());
    away = false;
    const returned = clock.tick();
    while (!isDone()) {
      await steps(100, 100);
      const lateMs = clock.tick() - returned;
      assert.ok(lateMs <= SOON_MS, `nothing after ${lateMs} ms`);
    }
  }

  for (const minutes of [1, 10]) {
    it(`stores waiting telemetry soon, after ${minutes} minutes (it took half a minute)`, async () => {
      const stored: unknown[] = [];
      const bus = openEmbeddedBus({ folder: folder.path, writer: 'edge-1', clock, onError() {} });
      const handle = async (messages: readonly { payload: unknown }[]) => {
        await database.read.selectFrom('leases').selectAll().execute();
        stored.push(...messages.map(({ payload }) => payload));
        return { refused: 0 };
      };
      const subscription = { topic: 'logs', consumer: 'store', batchSize: 10, handle };
      const module = { subscriptions: [subscription] } as unknown as AreaModule;
      const part = subscriptionsPart(bus, [module], silentTelemetry);
      await begin({ ...part, stop: () => bus.close() });
      away = true;
      await bus.publish('logs', ['one', 'two']);
      await outage(minutes * 60_000, () => stored.length === 2);
    });
  }

  it('reads task queues and runs jobs soon', async () => {
    const done = new Set<string>();
    const store = watched({
      record: async () => database.read.selectFrom('leases').selectAll().execute(),
    });
    const host = hostOn(
      { clock, database },
      {
        leases: new LeaseStore(database, clock),
        tasks: new TaskStore(database, clock),
        queues: [queue({ run: async () => void done.add('task') })],
        jobs: [
          job({
            everyMs: 600_000,
            async run() {
              await store.record();
              done.add('job');
            },
          }),
        ],
      },
    );
    await new TaskStore(database, clock).enqueue(database, 'queue', 1);
    away = true;
    await begin({
      name: 'jobs',
      start: () => host.start(),
      stop: () => host.stop(),
      retryNow: () => host.retryNow(),
    });
    await outage(1_200_000, () => done.size === 2);
  });

  it('repeats work that was requested soon', async () => {
    let isDone = false;
    const store = watched({
      record: async () => database.read.selectFrom('leases').selectAll().execute(),
    });
    const work = new RetriedWork(
      async () => {
        await store.record();
        isDone = true;
      },
      clock,
      () => {},
    );
    away = true;
    await begin({
      name: 'work',
      start: () => work.request(),
      stop: () => work.stop(),
      retryNow: () => work.retryNow(),
    });
    await outage(600_000, () => isDone);
  });

  it('notices one return for each outage, and none without', async () => {
    let returns = 0;
    feed.onReturn(() => {
      returns += 1;
    });
    await steps(10_000, 1_000);
    assert.equal(returns, 0);
    for (const [n, ms] of [5_000, 90_000].entries()) await outage(ms, () => returns === n + 1);
    await steps(10_000, 1_000);
    assert.equal(returns, 2);
  });
});
