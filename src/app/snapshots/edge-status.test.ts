import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, it } from 'node:test';
import { describeOnEachDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { ManualClock, settle } from '../../../test/support/manual-clock.ts';
import type { ConfigurationProblem } from '../../contracts/edge-channel.ts';
import type { CoreTables } from '../../storage/core-tables.ts';
import type { Database } from '../../storage/database.ts';
import { NodeReportStore } from '../../storage/node-report-store.ts';
import type { Logger } from '../../telemetry/telemetry.ts';
import { pass, watched } from '../../workers/host.fixture.ts';
import type { EdgeState } from '../processes/edge-supervisor.ts';
import { EdgeStatus } from './edge-status.ts';
import { type NodeReport, nodeReport } from './node-report.ts';
import { NodeReporter } from './node-reporter.ts';
import { NodeWatch } from './node-watch.ts';
import { SnapshotBuilder } from './snapshot-builder.ts';

const SILENT_MS = 15_000;
const FORGOTTEN_MS = 3_600_000;
const zone = { name: 'a.test', accountId: 'account', paused: false, plan: 'enterprise' } as const;

/** A node with two edge processes, whose states the test sets. */
interface TestNode {
  readonly status: EdgeStatus;
  readonly reporter: NodeReporter;
  readonly store: WatchedStore;
  readonly lines: string[];
  edges: EdgeState[];
}

class WatchedStore extends NodeReportStore {
  /** How often the node has stored a report. */
  reports = 0;
  isAway = false;

  override async put(...args: Parameters<NodeReportStore['put']>) {
    if (this.isAway) throw new Error('no database');
    this.reports += 1;
    await super.put(...args);
  }

  override async all() {
    if (this.isAway) throw new Error('no database');
    return await super.all();
  }
}

describeOnEachDatabase('edge_status', (kind) => {
  let home: TestDatabase;
  let database: Database<CoreTables>;
  let clock: ManualClock;
  const running: TestNode[] = [];

  before(async () => {
    home = await kind.createMigrated();
    database = home.open<CoreTables>();
  });
  after(() => home.remove());
  beforeEach(() => {
    clock = new ManualClock();
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map(stop));
    await database.transaction((tx) => tx.deleteFrom('node_reports').execute());
  });

  const states = (...revisions: number[]): EdgeState[] =>
    revisions.map((revision, n) => ({ slot: n + 1, revision, problems: [] }));

  /** A node that has built all changes up to this number, as its first revision. */
  async function start(id: string, { change = 7, edgeCount = 2 } = {}): Promise<TestNode> {
    const builder = new SnapshotBuilder({
      sections: [{ name: 'zone', resources: ['zone'], build: async () => new Map([['z', zone]]) }],
    });
    await builder.buildAll(change);
    const store = new WatchedStore(database, clock);
    const lines: string[] = [];
    const keep = (_: object, line: string) => void lines.push(line);
    const log: Logger = { error: keep, warn: keep, info: keep, debug: keep, child: () => log };
    const options = { store: watched(store), clock, log, silentMs: SILENT_MS };
    const watch = new NodeWatch({ ...options, node: id, forgottenMs: FORGOTTEN_MS });
    const source = { builder, edgeCount, edges: () => node.edges };
    const report = edgeCount > 0 ? (): NodeReport => nodeReport(source) : undefined;
    const name = `host-of-${id}`;
    const node: TestNode = {
      edges: edgeCount > 0 ? states(1, 1) : [],
      store,
      lines,
      reporter: new NodeReporter({ ...options, watch, id, name, report }),
      status: new EdgeStatus({
        ...source,
        id,
        name,
        now: () => clock.now(),
        isBuilt: async () => true,
        others: () => watch.others(),
      }),
    };
    running.push(node);
    await node.reporter.start();
    return node;
  }

  async function stop({ reporter }: TestNode): Promise<void> {
    let done = false;
    const stopped = reporter.stop().finally(() => {
      done = true;
    });
    while (!done) await settle();
    await stopped;
  }

  /** Ends a node without its clean-up, like SIGKILL. */
  const kill = async (node: TestNode) => {
    running.splice(running.indexOf(node), 1);
    node.reporter.leave();
    await stop(node);
  };

  // biome-ignore lint/suspicious/noExplicitAny: the schema of the response is in the route
  async function ask({ status }: TestNode, zoneId = 'z'): Promise<any> {
    const params = { zone_id: zoneId };
    const result = await status.route.handle({ params } as never);
    return (result as { result: unknown }).result;
  }
  const shown = async (node: TestNode) => {
    const { up_to_date: isUpToDate, nodes, edges } = await ask(node);
    return {
      isUpToDate,
      silent: nodes.flatMap((each: { id: string; silent: boolean }) =>
        each.silent ? each.id : [],
      ),
      edges: edges.map((edge: { node: string; name: string; revision: number; current: boolean }) =>
        [edge.node, edge.name, edge.revision, edge.current].join(' '),
      ),
    };
  };

  it('shows the processes of all nodes, asked of any', async () => {
    const [a, b] = [await start('a'), await start('b')];
    const gateway = await start('c', { edgeCount: 0 });
    const all = ['a edge-1 7 true', 'a edge-2 7 true', 'b edge-1 7 true', 'b edge-2 7 true'];
    for (const node of [a, b, gateway]) {
      const { isUpToDate, edges } = await shown(node);
      assert.deepEqual([isUpToDate, edges.toSorted()], [true, all]);
    }
    const { nodes } = await ask(gateway);
    assert.deepEqual(
      nodes.map((node: { id: string; name: string; edge_processes: number }) => [
        node.id,
        node.name,
        node.edge_processes,
      ]),
      [
        ['a', 'host-of-a', 2],
        ['b', 'host-of-b', 2],
      ],
    );
  });

  it('is up to date when every process of every node is (it asked one node only)', async () => {
    const [a, b] = [await start('a', { change: 9 }), await start('b', { change: 8 })];
    assert.equal(await a.status.isInForce('z'), false);
    assert.deepEqual((await shown(a)).edges, [
      'a edge-1 9 true',
      'a edge-2 9 true',
      'b edge-1 8 false',
      'b edge-2 8 false',
    ]);
    await stop(b);
    running.splice(running.indexOf(b), 1);
    const later = await start('b', { change: 9 });
    assert.equal(await a.status.isInForce('z'), true);
    later.edges = states(1);
    later.reporter.changed();
    await pass(clock, 1_000, 1_000);
    assert.equal(await a.status.isInForce('z'), false, 'a process is missing');
  });

  const problems: readonly (readonly [string, ConfigurationProblem, boolean])[] = [
    ['of the zone', { kind: 'zones', id: 'z', problem: 'bad rule' }, false],
    ['of another zone', { kind: 'zones', id: 'y', problem: 'bad rule' }, true],
  ];
  for (const [title, problem, isUpToDate] of problems) {
    it(`shows a problem ${title} on another node: up to date ${isUpToDate}`, async () => {
      const [a, b] = [await start('a'), await start('b')];
      b.edges = [{ slot: 1, revision: 1, problems: [problem] }, ...states(1, 1).slice(1)];
      b.reporter.changed();
      await pass(clock, 1_000, 1_000);
      const { up_to_date: shownAs, edges } = await ask(a);
      assert.equal(shownAs, isUpToDate);
      assert.equal(edges[2].problem, isUpToDate ? null : 'bad rule');
    });
  }

  it('counts problems that a long report leaves out as problems of every zone', async () => {
    const [a, b] = [await start('a'), await start('b')];
    const problem = (n: number) =>
      ({ kind: 'zones', id: `y${n}`, problem: 'x'.repeat(5_000) }) as const;
    const many = Array.from({ length: 1_000 }, (_, n) => problem(n));
    b.edges = [{ slot: 1, revision: 1, problems: many }, ...states(1, 1).slice(1)];
    b.reporter.changed();
    await pass(clock, 1_000, 1_000);
    const { up_to_date: isUpToDate, edges } = await ask(a);
    assert.equal(isUpToDate, false);
    assert.match(edges[2].problem, /800 further problems/);
    const [row] = (await b.store.all()).filter(({ node }) => node === 'b');
    assert.ok((row?.report_json.length ?? 0) < 100_000);
  });

  it('shows a killed node as silent, then forgets it', async () => {
    const [a, b] = [await start('a'), await start('b')];
    await pass(clock, 5_000, 1_000);
    await kill(b);
    await pass(clock, SILENT_MS - 6_000, 1_000);
    assert.deepEqual((await shown(a)).silent, []);
    await pass(clock, 8_000, 1_000);
    const { nodes, edges } = await ask(a);
    assert.deepEqual((await shown(a)).silent, ['b']);
    assert.equal(await a.status.isInForce('z'), false, 'it may still serve');
    assert.match(edges[2].problem, /does not report/);
    const seen = Date.parse(nodes[1].last_seen_on);
    assert.ok(clock.now() - seen >= SILENT_MS, nodes[1].last_seen_on);
    await pass(clock, FORGOTTEN_MS, 60_000);
    assert.equal((await shown(a)).edges.length, 2);
    assert.equal(await a.status.isInForce('z'), true);
    assert.deepEqual(a.lines, [
      'a node has stopped reporting; whether its edge serves is unknown',
      'a node has not reported for very long; it is forgotten',
    ]);
  });

  it('forgets a node at once when it stops', async () => {
    const [a, b] = [await start('a'), await start('b')];
    assert.equal((await shown(a)).edges.length, 4);
    await stop(b);
    assert.equal((await shown(a)).edges.length, 2);
  });

  it('keeps the report of a node whose edge processes stay for its successor', async () => {
    const [a, b] = [await start('a'), await start('b')];
    b.reporter.leave();
    await stop(b);
    assert.equal((await shown(a)).edges.length, 4);
  });

  it('calls no node silent because the database was away', async () => {
    const [a, b] = [await start('a'), await start('b')];
    await pass(clock, SILENT_MS, 1_000);
    // Each has seen the last report of the other one before the outage.
    for (const node of [a, b]) await shown(node);
    for (const { store } of [a, b]) store.isAway = true;
    await pass(clock, 10 * SILENT_MS, 1_000);
    for (const node of [a, b]) {
      node.store.isAway = false;
      assert.deepEqual((await shown(node)).silent, []);
    }
    await pass(clock, SILENT_MS, 1_000);
    assert.deepEqual((await shown(a)).silent, []);
    assert.deepEqual(
      a.lines,
      ['the state of the edge could not be stored; trying again'],
      'one line for the whole time',
    );
  });

  it('takes a very old report for silent at the first look, whatever the clocks say', async () => {
    const b = await start('b');
    await kill(b);
    clock.set(clock.now() + SILENT_MS + 16 * 60_000);
    const a = await start('a');
    assert.deepEqual((await shown(a)).silent, ['b']);
  });

  it('stores a bounded number of reports, however often its state changes', async () => {
    const a = await start('a');
    for (let n = 0; n < 200; n++) {
      a.edges = states(1, n);
      a.reporter.changed();
      await pass(clock, 50, 50);
    }
    assert.ok(a.store.reports >= 15 && a.store.reports <= 21, `${a.store.reports} in ten seconds`);
    const before = a.store.reports;
    await pass(clock, 60_000);
    assert.ok(a.store.reports - before <= 13, 'only heartbeats');
  });
});
