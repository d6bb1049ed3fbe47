/** Changes through the API and the end of an edge process, in a whole node. */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { addSite, api, edgePid, edgePids, until, visit } from '../support/node-client.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';
import { type OriginProcess, startOrigin } from '../support/origin-process.ts';

describe('a running node', () => {
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

  it('applies a change at the edge', async () => {
    assert.equal(await statusOf('fresh.test'), 404);
    const id = await createZone('fresh.test');
    await until(async () => (await statusOf('www.fresh.test')) === 503);
    await api(node, 'DELETE', `/zones/${id}`);
    await until(async () => (await statusOf('www.fresh.test')) === 404);
  });

  it('applies a change of a pool', async () => {
    const [first, second] = origins as [OriginProcess, OriginProcess];
    const { accountId, poolId } = await addSite(node, 'shop.test', first.port);
    const path = `/accounts/${accountId}/load_balancers/pools/${poolId}`;
    for (const [port, name] of [
      [second.port, 'two'],
      [first.port, 'one'],
    ] as const) {
      const changed = [{ name: 'only', address: '127.0.0.1', port }];
      await api(node, 'PATCH', path, { origins: changed });
      await until(async () => (await visit(node, 'shop.test')).body === name);
    }
  });

  it('replaces a killed edge process without failed API calls', async () => {
    await createZone('kept.test');
    await until(async () => (await statusOf('kept.test')) === 503);
    const headers = { authorization: `Bearer ${node.token()}` };
    const pid = edgePid(node);
    let calls = 0;
    let watching = true;
    const watched = (async () => {
      // With pauses, because continuous calls would take processor time from the starting process.
      for (; watching; await delay(10)) {
        assert.equal((await fetch(`${node.api}/zones`, { headers })).status, 200);
        calls += 1;
      }
    })();
    process.kill(pid, 'SIGKILL');
    await until(async () => !edgePids(node).includes(pid));
    await until(async () => (await statusOf('kept.test')) === 503);
    watching = false;
    await watched;
    assert.ok(calls > 0);
  });
});
