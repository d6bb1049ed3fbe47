/** How soon a whole node does what it is told. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { measuredWithin } from '../support/measured-within.ts';
import { addSite, api, edgePid, edgePids, until, visit } from '../support/node-client.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';
import { type OriginProcess, startOrigin } from '../support/origin-process.ts';

const SECOND_MS = 1_000;

describe('a node that runs', { timeout: 180_000 }, () => {
  let home: NodeHome;
  let node: NodeProcess;
  let origins: OriginProcess[];

  before(async () => {
    origins = [await startOrigin('one'), await startOrigin('two')];
    home = await nodeHome();
    node = await home.start();
  });
  after(async () => {
    await home.remove();
    await Promise.all(origins.map((origin) => origin.kill()));
  });

  const statusOf = async (host: string) => (await visit(node, host)).status;

  async function createZone(name: string): Promise<string> {
    const [account] = await api(node, 'GET', '/accounts');
    return (await api(node, 'POST', '/zones', { name, account: { id: account.id } })).id;
  }

  it('makes a change act at the edge within a second', async () => {
    assert.equal(await statusOf('fresh.test'), 404);
    const id = await createZone('fresh.test');
    await until(async () => (await statusOf('www.fresh.test')) === 503, SECOND_MS);
    await api(node, 'DELETE', `/zones/${id}`);
    await until(async () => (await statusOf('www.fresh.test')) === 404, SECOND_MS);
  });

  it('follows a changed pool within a second', async () => {
    const [first, second] = origins as [OriginProcess, OriginProcess];
    const { accountId, poolId } = await addSite(node, 'shop.test', first.port);
    const path = `/accounts/${accountId}/load_balancers/pools/${poolId}`;
    for (const [port, name] of [
      [second.port, 'two'],
      [first.port, 'one'],
    ] as const) {
      const changed = [{ name: 'only', address: '127.0.0.1', port }];
      await api(node, 'PATCH', path, { origins: changed });
      await until(async () => (await visit(node, 'shop.test')).body === name, SECOND_MS);
    }
  });

  it('replaces an edge process that dies within a second; the API does not notice', async (test) => {
    await createZone('kept.test');
    await until(async () => (await statusOf('kept.test')) === 503, SECOND_MS);
    const headers = { authorization: `Bearer ${node.token()}` };
    const times = await measuredWithin(SECOND_MS, async () => {
      const pid = edgePid(node);
      let calls = 0;
      let watching = true;
      const watched = (async () => {
        // With pauses: calls without an end would take the processor time that the new process needs.
        for (; watching; await delay(10)) {
          assert.equal((await fetch(`${node.api}/zones`, { headers })).status, 200);
          calls += 1;
        }
      })();
      process.kill(pid, 'SIGKILL');
      const took = await until(async () => (await statusOf('kept.test')) === 503, 5 * SECOND_MS);
      watching = false;
      await watched;
      assert.ok(calls > 0);
      assert.ok(!edgePids(node).includes(pid));
      return took;
    });
    test.diagnostic(`replaced after ${times.join(', ')} ms`);
    const metrics = await (await fetch(`${node.origin}/metrics`)).text();
    assert.ok(metrics.includes(`\npalisade_edge_restarts_total ${times.length}\n`));
  });
});
