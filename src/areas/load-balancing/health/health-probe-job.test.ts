import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import { describeOnEachDatabase } from '../../../../test/support/databases.ts';
import { settle } from '../../../../test/support/manual-clock.ts';
import { ALERT_QUEUE, type AlertOf } from '../../../contracts/alert.ts';
import type { ScheduledJob } from '../../../contracts/job.ts';
import type { ProbeResult } from '../../../outbound/probe/probe-check.ts';
import { type ProbeHome, probeHome } from './fixtures/probe-home.ts';
import { sampleResult } from './fixtures/sample-pool.ts';
import { healthStore } from './health-store.ts';

const never = new AbortController().signal;

describeOnEachDatabase('health probes', (kind) => {
  let home: ProbeHome;
  let job: ScheduledJob;
  let monitorId: string;
  let names = 0;

  before(async () => {
    home = await probeHome(kind);
    monitorId = (await home.createMonitor()).id;
  });
  after(() => home.remove());

  beforeEach(async () => {
    const { database } = home;
    await database.transaction(async (tx) => {
      for (const table of ['pools', 'health_events', 'outbox', 'tasks'] as const) {
        await tx.deleteFrom(table).execute();
      }
    });
    home.found.clear();
    home.probed();
    job = probeJob();
  });

  const probeJob = () => home.parts().jobs[0] as ScheduledJob;

  const createPool = (...addresses: string[]) =>
    home.createPool({
      name: `pool-${++names}`,
      monitor: monitorId,
      origins: addresses.map((address, n) => ({ name: `o${n}`, address })),
    });

  async function healthOf(poolId: string): Promise<Record<string, boolean | undefined>> {
    const known = await healthStore.find(home.database.read, poolId);
    return Object.fromEntries(
      Array.from(known, ([key, { healthy }]) => [key.split(' ')[1] ?? '', healthy]),
    );
  }

  async function announced(): Promise<string[]> {
    const rows = await home.database.read
      .selectFrom('outbox')
      .where('resource', '=', 'pool_health')
      .select(['action', 'resource_id', 'account_id', 'zone_id'])
      .orderBy('seq')
      .execute();
    for (const row of rows) {
      assert.equal(row.account_id, home.scope.accountId);
      assert.equal(row.zone_id, null);
      assert.equal(row.action, 'update');
    }
    return rows.map((row) => row.resource_id);
  }

  async function events() {
    const rows = await home.database.read
      .selectFrom('health_events')
      .innerJoin('health_event_origins as o', 'o.event_seq', 'health_events.seq')
      .select(['o.name', 'o.failure_reason'])
      .select(['health_events.was_healthy as was', 'health_events.healthy as is'])
      .select(['o.was_healthy as origin_was', 'o.healthy as origin_is'])
      .orderBy('health_events.seq')
      .orderBy('o.position')
      .execute();
    return rows.map((row) => ({ ...row }));
  }

  it('probes new pools at once, and again after their interval', async () => {
    const { id } = await createPool('192.0.2.1', '192.0.2.2');
    await job.run(never);
    assert.deepEqual(home.probed(), ['192.0.2.1', '192.0.2.2']);
    assert.deepEqual(await healthOf(id), { '192.0.2.1': true, '192.0.2.2': true });
    await home.clock.advance(59_000);
    await job.run(never);
    assert.deepEqual(home.probed(), []);
    await home.clock.advance(1_000);
    await job.run(never);
    assert.deepEqual(home.probed(), ['192.0.2.1', '192.0.2.2']);
  });

  it('does not wait for hours when the clock is set back', async () => {
    await createPool('192.0.2.1');
    await job.run(never);
    home.probed();
    home.clock.set(home.clock.now() - 6 * 3_600_000);
    await job.run(never);
    assert.deepEqual(home.probed(), ['192.0.2.1']);
    await job.run(never);
    assert.deepEqual(home.probed(), []);
    await home.clock.advance(60_000);
    await job.run(never);
    assert.deepEqual(home.probed(), ['192.0.2.1']);
  });

  it('records changes of health and announces them once', async () => {
    const { id } = await createPool('192.0.2.1');
    await job.run(never);
    home.found.set('192.0.2.1', sampleResult(false));
    await home.clock.advance(60_000);
    await job.run(never);
    assert.deepEqual(await healthOf(id), { '192.0.2.1': false });
    assert.deepEqual(await announced(), [id, id]);
    await home.clock.advance(60_000);
    await job.run(never);
    assert.deepEqual(await announced(), [id, id]);
    const common = { name: 'o0' };
    const up = { failure_reason: 'No failures', was: null, is: 1, origin_was: null, origin_is: 1 };
    const down = {
      failure_reason: 'TCP connection failed',
      was: 1,
      is: 0,
      origin_was: 1,
      origin_is: 0,
    };
    assert.deepEqual(await events(), [
      { ...common, ...up },
      { ...common, ...down },
    ]);
    const audit = home.database.read.selectFrom('audit_entries').selectAll();
    const entries = await audit.where('resource', '=', 'pool_health').execute();
    assert.deepEqual(entries, []);
  });

  it('records alerts with the events, ordered for each pool', async () => {
    const { found, clock, database } = home;
    const alerts = async (state: 'ready' | 'blocked') => {
      const rows = await database.read
        .selectFrom('tasks')
        .select(['payload', 'task_key'])
        .where('queue', '=', ALERT_QUEUE)
        .where('state', '=', state)
        .orderBy('seq')
        .execute();
      return rows.map(({ payload, task_key: key }) => {
        const alert: AlertOf<'pool_health'> = JSON.parse(payload);
        assert.equal(key, alert.poolId);
        return `${alert.poolName} ${alert.kind} ${alert.incident.phase}`;
      });
    };
    const one = (await createPool('192.0.2.1')).document.name;
    const other = (await createPool('192.0.2.2')).document.name;
    await job.run(never);
    assert.deepEqual(await alerts('ready'), []);
    found.set('192.0.2.1', sampleResult(false)).set('192.0.2.2', sampleResult(false));
    await clock.advance(60_000);
    await job.run(never);
    found.clear();
    await clock.advance(60_000);
    await job.run(never);
    assert.deepEqual((await alerts('ready')).toSorted(), [
      `${one} origin_health start`,
      `${other} origin_health start`,
    ]);
    const waiting = await alerts('blocked');
    for (const name of [one, other]) {
      assert.deepEqual(
        waiting.filter((alert) => alert.startsWith(`${name} `)),
        ['pool_health start', 'origin_health end', 'pool_health end'].map(
          (what) => `${name} ${what}`,
        ),
      );
    }
  });

  it('probes a pool at once after it or its monitor was changed', async () => {
    const { id } = await createPool('192.0.2.1');
    await job.run(never);
    home.probed();
    await home.pools.change(home.actor, home.scope, id, (document) => ({
      ...document,
      origins: [{ name: 'other', address: '192.0.2.9' }],
    }));
    await job.run(never);
    assert.deepEqual(home.probed(), ['192.0.2.9']);
    assert.deepEqual(await healthOf(id), { '192.0.2.9': true }, 'the removed origin is forgotten');
    const description = `changed for ${id}`;
    await home.monitors.change(home.actor, home.scope, monitorId, (document) => ({
      ...document,
      description,
    }));
    await job.run(never);
    assert.deepEqual(home.probed(), ['192.0.2.9']);
  });

  it('applies changes of the meantime after a restart, and keeps the health', async () => {
    const known = await createPool('192.0.2.1');
    const changed = await createPool('192.0.2.2');
    await job.run(never);
    home.probed();
    await home.pools.change(home.actor, home.scope, changed.id, (document) => ({
      ...document,
      minimum_origins: 2,
    }));
    job = probeJob();
    await job.run(never);
    assert.deepEqual(home.probed(), ['192.0.2.2']);
    assert.deepEqual(await healthOf(known.id), { '192.0.2.1': true });
  });

  for (const [what, change] of [
    ['disabled', { enabled: false }],
    ['without a monitor', { monitor: '' }],
  ] as const) {
    it(`forgets the health of a pool that is ${what}, and announces it`, async () => {
      const { id } = await createPool('192.0.2.1');
      await job.run(never);
      home.probed();
      await home.pools.change(home.actor, home.scope, id, (document) => ({
        ...document,
        ...change,
      }));
      await job.run(never);
      assert.deepEqual(await healthOf(id), {});
      assert.deepEqual(await announced(), [id, id]);
      await home.clock.advance(60_000);
      await job.run(never);
      assert.deepEqual(home.probed(), []);
    });
  }

  it('forgets pools that were deleted', async () => {
    const { id } = await createPool('192.0.2.1');
    await job.run(never);
    home.probed();
    await home.pools.delete(home.actor, home.scope, id);
    await home.clock.advance(60_000);
    await job.run(never);
    assert.deepEqual(home.probed(), []);
    assert.deepEqual(await healthOf(id), {});
  });

  it('does not probe disabled origins', async () => {
    const { id } = await home.createPool({
      name: `pool-${++names}`,
      monitor: monitorId,
      origins: [
        { name: 'a', address: '192.0.2.1' },
        { name: 'b', address: '192.0.2.2', enabled: false },
      ],
    });
    await job.run(never);
    assert.deepEqual(home.probed(), ['192.0.2.1']);
    assert.deepEqual(await healthOf(id), { '192.0.2.1': true });
  });

  it('treats a probe that throws as failed', async () => {
    const { id } = await createPool('192.0.2.1', '192.0.2.2');
    home.found.set('192.0.2.1', new Error('a bug'));
    await job.run(never);
    assert.deepEqual(await healthOf(id), { '192.0.2.1': false, '192.0.2.2': true });
    assert.equal((await events())[0]?.failure_reason, 'Other Failure');
  });

  it('does not let a slow pool delay others', async () => {
    const slow = Promise.withResolvers<ProbeResult>();
    home.found.set('192.0.2.1', slow.promise);
    const slowPool = await createPool('192.0.2.1');
    const quick = await createPool('192.0.2.2');
    // Runs follow each other, as in the job host. The slow round outlasts several of them.
    let stop = false;
    const hosting = (async () => {
      while (!stop) {
        await job.run(never);
        await settle();
      }
    })();
    for (let rounds = 0; rounds < 3; ) {
      await advance(1_000);
      rounds += home.probed().filter((address) => address === '192.0.2.2').length;
    }
    assert.deepEqual(await healthOf(slowPool.id), {});
    assert.deepEqual(await healthOf(quick.id), { '192.0.2.2': true });
    slow.resolve(sampleResult(false));
    while (Object.keys(await healthOf(slowPool.id)).length === 0) await settle();
    stop = true;
    await advanceUntil(hosting);
    assert.deepEqual(await healthOf(slowPool.id), { '192.0.2.1': false });
  });

  it('cancels rounds when its signal aborts', async () => {
    home.found.set('192.0.2.1', new Promise(() => {}));
    const { id } = await createPool('192.0.2.1');
    const stop = new AbortController();
    const running = job.run(stop.signal);
    while (home.clock.sleeping === 0) await settle();
    stop.abort();
    await running;
    assert.deepEqual(await healthOf(id), {});
    assert.equal(home.clock.sleeping, 0, 'no timer is left');
  });

  it('cancels rounds that no further run takes over', async () => {
    home.found.set('192.0.2.1', new Promise(() => {}));
    const { id } = await createPool('192.0.2.1');
    await advanceUntil(job.run(never));
    await advance(5_000);
    home.found.clear();
    home.probed();
    await job.run(never);
    assert.deepEqual(home.probed(), ['192.0.2.1'], 'the pool is probed anew');
    assert.deepEqual(await healthOf(id), { '192.0.2.1': true });
  });

  it('drops the results of a pool that was changed while it was probed', async () => {
    const result = Promise.withResolvers<ProbeResult>();
    home.found.set('192.0.2.1', result.promise);
    const { id } = await createPool('192.0.2.1');
    const running = job.run(never);
    while (home.clock.sleeping === 0) await settle();
    await home.pools.change(home.actor, home.scope, id, (document) => ({
      ...document,
      origins: [{ name: 'other', address: '192.0.2.9' }],
    }));
    await advance(1_000);
    result.resolve(sampleResult(false));
    await running;
    // The run may have searched for work just before the round ended. Then the next run finds the change.
    await job.run(never);
    assert.deepEqual(await healthOf(id), { '192.0.2.9': true });
  });

  it('probes a pool with all monitors of its group, each at its interval, and combines their results', async () => {
    const paths = ['/', '/login', '/shop', '/watch'];
    const monitors: string[] = [];
    for (const [n, path] of paths.entries()) {
      monitors.push((await home.createMonitor({ path, interval: 60 * (n + 1) })).id);
    }
    const [main, login, shop, watch] = monitors as [string, string, string, string];
    const group = await home.createGroup([
      { monitor_id: main },
      { monitor_id: login, must_be_healthy: true },
      { monitor_id: shop },
      { monitor_id: watch, monitoring_only: true },
    ]);
    const { id } = await home.createPool({
      name: `pool-${++names}`,
      monitor_group: group.id,
      origins: [{ name: 'o', address: '192.0.2.1' }],
    });
    const fail = (...failing: string[]) => {
      home.found.clear();
      for (const path of failing) home.found.set(`192.0.2.1 ${path}`, sampleResult(false));
    };
    const after = async (ms: number) => {
      await home.clock.advance(ms);
      await job.run(never);
      const [healthy] = Object.values(await healthOf(id));
      return { healthy, probes: home.probed().length };
    };
    assert.deepEqual(await after(0), { healthy: true, probes: 4 });
    assert.deepEqual(await after(60_000), { healthy: true, probes: 1 }, 'only the first is due');
    fail('/', '/watch');
    assert.deepEqual(await after(60_000), { healthy: true, probes: 2 }, 'one of three fails');
    fail('/login');
    assert.deepEqual(await after(120_000), { healthy: false, probes: 4 }, 'the decisive one fails');
    fail('/', '/shop');
    assert.deepEqual(await after(180_000), { healthy: false, probes: 3 }, 'two of three fail');
    fail('/watch');
    assert.deepEqual(await after(720_000), { healthy: true, probes: 4 }, 'it has no vote');

    fail('/');
    await home.groups.change(home.actor, home.scope, group.id, (document) => ({
      ...document,
      members: [{ monitor_id: main }, { monitor_id: login, enabled: false }],
    }));
    assert.deepEqual(await after(0), { healthy: false, probes: 1 }, 'a change is applied');
    await home.groups.change(home.actor, home.scope, group.id, (document) => ({
      ...document,
      members: [{ monitor_id: main, enabled: false }],
    }));
    assert.deepEqual(await after(0), { healthy: true, probes: 0 }, 'no voter is left');
    assert.deepEqual(await after(60_000), { healthy: true, probes: 0 });
  });

  it('keeps the health of an origin until its new group has a result', async () => {
    const { id, document } = await createPool('192.0.2.1');
    await job.run(never);
    const slow = await home.createMonitor({ consecutive_up: 2, consecutive_down: 2 });
    const group = await home.createGroup([{ monitor_id: slow.id, must_be_healthy: true }]);
    await home.pools.change(home.actor, home.scope, id, () => ({
      ...document,
      monitor: '',
      monitor_group: group.id,
    }));
    home.found.set('192.0.2.1', sampleResult(false));
    await job.run(never);
    assert.deepEqual(await healthOf(id), { '192.0.2.1': true });
    await home.clock.advance(60_000);
    await job.run(never);
    assert.deepEqual(await healthOf(id), { '192.0.2.1': false });
  });

  it('probes many pools in one run', async () => {
    for (let n = 0; n < 300; n++) await createPool(`10.0.${n >> 8}.${n & 255}`);
    await job.run(never);
    assert.equal(home.probed().length, 300);
  });

  it('leaves database connections for others while many rounds are saved', async (test) => {
    for (let n = 0; n < 30; n++) await createPool(`10.0.0.${n}`);
    const { database } = home;
    const transaction = database.transaction.bind(database);
    let open = 0;
    let most = 0;
    test.mock.method(database, 'transaction', async (work: Parameters<typeof transaction>[0]) => {
      most = Math.max(most, ++open);
      return await transaction(work).finally(() => open--);
    });
    await job.run(never);
    assert.equal(home.probed().length, 30);
    assert.ok(most < 8, `${most} transactions at the same time`);
  });

  async function advanceUntil(ended: Promise<void>): Promise<void> {
    let isEnded = false;
    const noted = ended.then(() => {
      isEnded = true;
    });
    while (!isEnded) await advance(1_000);
    await noted;
  }

  /** Lets queries finish before time moves on. */
  async function advance(ms: number): Promise<void> {
    for (let turn = 0; turn < 5; turn++) await settle();
    await home.clock.advance(ms);
  }

  it('are spread over the interval when many pools were due at the same time', async () => {
    const pools = 100;
    for (let n = 0; n < pools; n++) await createPool(`192.0.2.${n}`);
    let drawn = 0;
    const spread = home.parts(() => (drawn++ % pools) / pools).jobs[0] as ScheduledJob;
    const start = home.clock.now();
    await spread.run(never);
    assert.equal(home.probed().length, pools, 'the first round is at once');
    const rows = await home.database.read.selectFrom('pool_probes').select('next_at').execute();
    const tenths = rows.map(({ next_at: at }) => Math.floor((at - start) / 6_000));
    const counts = [...Map.groupBy(tenths, (tenth) => tenth).values()].map(({ length }) => length);
    assert.ok(counts.length >= 10 && Math.max(...counts) <= 11, JSON.stringify(counts));
  });
});
