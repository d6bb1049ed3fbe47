/** Two nodes on one database. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { api, until, visit } from '../support/node-client.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';
import { type PostgresServer, postgresServer } from '../support/postgres-server.ts';
import { POSTGRES_FOLDER, POSTGRES_TEMPLATE } from '../support/template-variables.ts';

/** After so many failures, a node pauses for at least 6.4 s before it tries to store telemetry again. */
const FAILURES = 8;
const FAILED = /analytics\W+of topic\W+http-requests\W+failed/;
/** A node reports a little more often than every 0.8 s: at most so many reports fit into 5 s. */
const REPORTS = 6;

interface Shown {
  readonly up_to_date: boolean;
  readonly revision: number;
  readonly nodes: readonly { id: string; silent: boolean; last_seen_on: string }[];
  readonly edges: readonly { node: string; name: string; revision: number; current: boolean }[];
}

describe('two nodes on one database', () => {
  let postgres: PostgresServer;
  let homes: readonly NodeHome[] = [];
  let a: NodeProcess;
  let b: NodeProcess;
  let zoneId: string;

  before(async () => {
    const { [POSTGRES_FOLDER]: copyOf, [POSTGRES_TEMPLATE]: name = 'postgres' } = process.env;
    postgres = await postgresServer({ copyOf });
    const settings = {
      PALISADE_DATABASE_URL: `${postgres.url}/${name}`,
      PALISADE_ADMIN_TOKEN: 'administrator-of-both-nodes',
      PALISADE_EDGE_KEY: '0'.repeat(64),
      PALISADE_EDGE_WORKERS: '2',
      PALISADE_NODE_SILENT_SECONDS: '2',
    };
    homes = [await nodeHome(settings), await nodeHome(settings)];
    [a, b] = (await Promise.all(homes.map((home) => home.start()))) as [NodeProcess, NodeProcess];
    const [account] = await api(a, 'GET', '/accounts');
    const zone = { name: 'shop.test', account: { id: account.id } };
    zoneId = (await api(a, 'POST', '/zones', zone)).id;
  });
  after(async () => {
    for (const home of homes) await home.remove();
    await postgres.remove();
  });

  const ask = (node: NodeProcess): Promise<Shown> =>
    api(node, 'GET', `/zones/${zoneId}/edge_status`);
  const upToDate = (node: NodeProcess) =>
    eventually('everything is up to date', async () => (await ask(node)).up_to_date);
  const failures = (node: NodeProcess) =>
    node
      .output()
      .split('\n')
      .filter((line) => FAILED.test(line)).length;
  const silent = async (node: NodeProcess) => (await ask(node)).nodes.filter((each) => each.silent);

  it('each show all edge processes with the change that they run', async () => {
    for (const node of [a, b]) {
      await upToDate(node);
      const { revision, nodes, edges } = await ask(node);
      assert.deepEqual(edges.map(({ name }) => name).toSorted(), [
        'edge-1',
        'edge-1',
        'edge-2',
        'edge-2',
      ]);
      assert.deepEqual(new Set(edges.map((each) => each.node)), new Set(nodes.map(({ id }) => id)));
      assert.ok(revision > 0 && edges.every((each) => each.revision >= revision && each.current));
    }
    assert.equal((await visit(b, 'shop.test')).status, 503, 'b serves the zone that a has created');
  });

  it('count changes alike', async () => {
    const before = (await ask(b)).revision;
    await api(b, 'PATCH', `/zones/${zoneId}`, { paused: true });
    for (const node of [a, b]) {
      await eventually('the change is known', async () => (await ask(node)).revision > before);
      await upToDate(node);
    }
    assert.equal((await ask(a)).revision, (await ask(b)).revision);
  });

  it('store the telemetry of an outage of the database soon after it', async () => {
    const requests = async (): Promise<number> =>
      (await api(a, 'GET', `/zones/${zoneId}/traffic/timeseries?since=-1h`)).totals.requests;
    const before = await requests();
    await postgres.stop();
    for (const node of [a, b]) await visit(node, 'shop.test');
    await eventually('both have failed to store it, and pause', () =>
      [a, b].every((node) => failures(node) >= FAILURES),
    );
    await postgres.start();
    const reports = new Set<string>();
    await until(async () => {
      // The node that is asked sees itself at that moment, and the other one when that has reported.
      const seen = (await ask(b)).nodes.map((node) => node.last_seen_on).toSorted();
      reports.add(seen[0] ?? assert.fail());
      return (await requests()) >= before + 2;
    });
    assert.ok(reports.size <= REPORTS, `${reports.size} reports`);
    for (const node of [a, b]) {
      await upToDate(node);
      assert.deepEqual(await silent(node), []);
    }
  });

  it('show a killed one as silent, and take it up again', async () => {
    await b.end('SIGKILL');
    await eventually('it is silent', async () => (await silent(a)).length === 1);
    const { up_to_date: isUpToDate, nodes, edges } = await ask(a);
    assert.deepEqual([isUpToDate, nodes.length, edges.length], [false, 2, 4]);
    const [killed] = await silent(a);
    assert.ok(Date.parse(killed?.last_seen_on ?? '') < Date.now());
    assert.ok(edges.every(({ node, current }) => current === (node !== killed?.id)));
    b = await (homes[1] ?? assert.fail()).start();
    await upToDate(a);
    const again = await ask(a);
    assert.deepEqual([again.nodes.length, again.edges.length], [2, 4]);
    assert.ok(!again.nodes.some(({ id }) => id === killed?.id), 'its former report is gone');
  });

  it('forget one that stops', async () => {
    await b.end();
    await until(async () => (await ask(a)).edges.length === 2);
    assert.equal((await ask(a)).nodes.length, 1);
  });
});
