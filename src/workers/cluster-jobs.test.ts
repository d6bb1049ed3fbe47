import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { describeOnEachDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { ManualClock } from '../../test/support/manual-clock.ts';
import type { ScheduledJob } from '../contracts/job.ts';
import type { CoreTables } from '../storage/core-tables.ts';
import type { Database } from '../storage/database.ts';
import { LeaseStore } from '../storage/lease-store.ts';
import {
  hostOn,
  job,
  pass,
  passUntil,
  RecordingTelemetry,
  stopHosts,
  untilAborted,
} from './host.fixture.ts';
import type { Leases } from './host-ports.ts';
import type { JobHost } from './job-host.ts';

/** The leases of a process that can die: a dead process neither acquires nor releases them. */
class MortalLeases implements Leases {
  readonly #leases: LeaseStore;
  dead = false;

  constructor(leases: LeaseStore) {
    this.#leases = leases;
  }

  async acquire(names: readonly string[], holder: string, ttlMs: number) {
    if (this.dead) throw new Error('dead');
    return this.#leases.acquire(names, holder, ttlMs);
  }

  async release(leases: Parameters<LeaseStore['release']>[0]) {
    if (!this.dead) await this.#leases.release(leases);
  }
}

describeOnEachDatabase('cluster jobs on two hosts', (kind) => {
  const clock = new ManualClock();
  let home: TestDatabase;
  let first: Database<CoreTables>;
  let second: Database<CoreTables>;

  before(async () => {
    home = await kind.createMigrated();
    first = home.open<CoreTables>();
    second = home.open<CoreTables>();
  });
  after(() => home.remove());

  /** Two hosts with the same job, which records the host that runs it. The first host has run it once. */
  const pair = async (name: string, times: Partial<ScheduledJob> = {}) => {
    const runs: string[] = [];
    let active = 0;
    const jobOf = (holder: string) =>
      job({
        name,
        ...times,
        runsOn: 'cluster',
        async run() {
          assert.equal(++active, 1, 'one at a time');
          runs.push(holder);
          await clock.sleep(300);
          active--;
        },
      });
    const leases = new MortalLeases(new LeaseStore(first, clock));
    const a = hostOn(
      { clock, database: first },
      { holder: 'a', jobs: [jobOf('a')], leases, random: () => 0.2 },
    );
    const b = hostOn({ clock, database: second }, { holder: 'b', jobs: [jobOf('b')] });
    a.start();
    await passUntil(clock, () => runs.length > 0, 1_000);
    b.start();
    return { a, b, leases, runs };
  };
  const stopAll = async (...hosts: JobHost[]) => {
    await stopHosts(clock, ...hosts);
    assert.equal(clock.sleeping, 0, 'no timer outlives stop()');
  };

  it('run on one of them, at the interval of a single host', async () => {
    const { a, b, runs } = await pair('paced');
    await pass(clock, 4_500);
    assert.deepEqual([...new Set(runs)].length, 1);
    assert.ok(runs.length >= 4 && runs.length <= 6, `${runs.length} runs`);
    await stopAll(a, b);
  });

  it('move to the other host at once when the first stops', async () => {
    const { a, b, runs } = await pair('handover');
    await stopHosts(clock, a);
    const before = clock.now();
    await passUntil(clock, () => runs.includes('b'));
    assert.ok(clock.now() - before <= 1_500);
    await stopAll(b);
  });

  for (const [what, times] of [
    ['often', { everyMs: 1_000, timeoutMs: 30_000 }],
    ['once a day and for long', { everyMs: 24 * 3_600_000, timeoutMs: 300_000 }],
  ] as const) {
    it(`that run ${what} move to the other host within 15 seconds when the first dies`, async () => {
      const { a, b, leases, runs } = await pair(`death, ${what}`, times);
      // The other host is past the pause before its first run.
      await pass(clock, 200_000, 1_000);
      leases.dead = true;
      const before = clock.tick();
      await passUntil(clock, () => runs.includes('b'));
      const elapsed = clock.tick() - before;
      assert.ok(elapsed >= 5_000, 'not before the lease expired');
      assert.ok(elapsed <= 15_000, `${elapsed} ms`);
      await stopAll(a, b);
    });
  }

  it('stay on their host when the system time changes', async () => {
    const { a, b, runs } = await pair('clock');
    for (const hours of [1, -2]) {
      clock.set(clock.now() + hours * 3_600_000);
      await pass(clock, 10_000);
    }
    assert.deepEqual([...new Set(runs)].length, 1);
    await stopAll(a, b);
  });

  it('are aborted when the lease is lost, and resume when it comes back', async () => {
    const reasons: unknown[] = [];
    let runs = 0;
    const run = (signal: AbortSignal) => {
      runs++;
      return untilAborted(signal).catch((reason) => {
        reasons.push(reason.code);
        throw reason;
      });
    };
    const telemetry = new RecordingTelemetry();
    const host = hostOn(
      { clock, database: first },
      {
        jobs: [job({ name: 'stolen', runsOn: 'cluster', timeoutMs: 60_000, run })],
        telemetry,
        graceMs: 0,
      },
    );
    host.start();
    await passUntil(clock, () => runs === 1);
    const stolenAt = clock.tick();
    await second.transaction((tx) =>
      tx
        .updateTable('leases')
        .set({ holder: 'thief', expires_at: clock.now() + 100_000 })
        .where('name', '=', 'stolen')
        .execute(),
    );
    await passUntil(clock, () => reasons.length > 0, 1_000);
    assert.deepEqual(reasons, ['hold_lost']);
    assert.ok(telemetry.lines.some((line) => line.includes('another node runs the job')));
    await passUntil(clock, () => runs === 2, 1_000);
    assert.ok(clock.tick() - stolenAt >= 8_000, 'not before the lease of the thief expired');
    await stopAll(host);
  });

  it('wait while the database is unreachable', async () => {
    let runs = 0;
    const leases = new MortalLeases(new LeaseStore(first, clock));
    leases.dead = true;
    const host = hostOn(
      { clock, database: first },
      { jobs: [job({ name: 'away', runsOn: 'cluster', run: async () => void runs++ })], leases },
    );
    host.start();
    await pass(clock, 3_000);
    assert.equal(runs, 0);
    leases.dead = false;
    await passUntil(clock, () => runs > 0);
    await stopAll(host);
  });
});
