/** Settings and data folder at the start of a node, and its shutdown. */
import assert from 'node:assert/strict';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { edgePids, visit } from '../support/node-client.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';
import { tempFolder } from '../support/temp-folder.ts';

const ids = { account: 'a'.repeat(32), zone: 'b'.repeat(32), token: 'c'.repeat(32) };
const secret = 'fixture-token-0123456789';
const bootstrap = {
  accounts: [{ id: ids.account, name: 'Fixture' }],
  zones: [{ id: ids.zone, name: 'fixture.test', account: { id: ids.account }, plan: 'pro' }],
  tokens: [{ id: ids.token, name: 'fixture', value: secret }],
};

const headersOf = (node: NodeProcess) => ({
  authorization: `Bearer ${node.token()}`,
  'content-type': 'application/json',
});

/** Asserts that the API has the resources of the bootstrap file. */
async function assertBootstrapped(node: NodeProcess): Promise<void> {
  const headers = { authorization: `Bearer ${secret}` };
  const zone = await fetch(`${node.api}/zones/${ids.zone}`, { headers });
  const { result } = (await zone.json()) as { result: { plan: { legacy_id: string } } };
  assert.equal(result.plan.legacy_id, 'pro');
  const accounts = await fetch(`${node.api}/accounts`, { headers });
  const list = (await accounts.json()) as { result: { id: string }[] };
  assert.deepEqual(
    list.result.map(({ id }) => id),
    [ids.account],
  );
  const log = await fetch(`${node.api}/accounts/${ids.account}/audit_logs`, { headers });
  const entries = (await log.json()) as { result_info: { total_count: number } };
  assert.equal(entries.result_info.total_count, 5, 'a second start changes nothing');
}

describe('the start and the end of a node', () => {
  let home: NodeHome;
  let node: NodeProcess;
  let token: string;

  before(async () => {
    const file = join(tempFolder().path, 'bootstrap.json');
    writeFileSync(file, JSON.stringify(bootstrap));
    home = await nodeHome({ PALISADE_BOOTSTRAP: file }, { isEmpty: true });
    node = await home.start();
    token = node.token();
  });
  after(() => home.remove());

  it('keeps the administrator token for its owner only, and out of the log', () => {
    assert.ok(node.output().includes(join(home.dataDir, 'admin-token')));
    assert.ok(!node.output().includes(token));
    assert.equal(statSync(join(home.dataDir, 'admin-token')).mode & 0o777, 0o600);
  });

  it('uses the ids, values and plans of a bootstrap file', () => assertBootstrapped(node));

  it('serves health, readiness and metrics to operators', async () => {
    const get = async (path: string) => {
      const response = await fetch(node.origin + path);
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    assert.equal((await get('/healthz')).status, 200);
    assert.equal((await get('/readyz')).status, 200);
    await visit(node, 'nobody.test');
    let metrics = '';
    await eventually('the edge responds in time', async () => {
      metrics = (await get('/metrics')).text;
      return metrics.includes('palisade_edge_requests_total');
    });
    assert.match(metrics, /^palisade_api_requests_total\{.*\} \d+$/m);
    assert.match(metrics, /^palisade_edge_requests_total\{status="4xx"\} 1$/m);
    const document = JSON.parse((await get('/openapi.json')).text);
    assert.equal(document.openapi, '3.1.0');
    const docs = await get('/docs');
    assert.match(docs.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.match(docs.text, /Create a zone/);
  });

  it('changes nothing when it cannot start', async (test) => {
    const fresh = await nodeHome({}, { isEmpty: true });
    test.after(() => fresh.remove());
    // The address that is checked last; the tests of the port check cover the others.
    const taken = {
      PALISADE_EDGE_TLS_LISTEN: new URL(node.origin).host,
      PALISADE_EDGE_TLS_DIR: fresh.dataDir,
    };
    const advice = /Set PALISADE_EDGE_TLS_LISTEN to a free address/;
    await assert.rejects(fresh.start(taken), advice);
    assert.ok(!existsSync(join(fresh.dataDir, 'palisade.db')));
  });

  it('refuses a data folder that another node uses, and changes nothing in it', async () => {
    const other = {
      PALISADE_API_LISTEN: '127.0.0.1:0',
      PALISADE_EDGE_LISTEN: '127.0.0.1:0',
      PALISADE_GATEWAY_LISTEN: '127.0.0.1:0',
      PALISADE_ADMIN_TOKEN: 'another-token-0123456789',
    };
    await assert.rejects(home.start(other), /another node uses the data folder/);
    const { status } = await fetch(`${node.api}/user`, { headers: headersOf(node) });
    assert.equal(status, 200, 'the token of the running node still works');
  });

  it('applies the bootstrap file at each start, and keeps the token', async () => {
    assert.equal(await node.end(), 0);
    node = await home.start();
    await assertBootstrapped(node);
    assert.equal(node.token(), token);
    assert.ok(!node.output().includes(token));
    const { status } = await fetch(`${node.api}/user`, { headers: headersOf(node) });
    assert.equal(status, 200);
  });

  it('finishes running requests on SIGTERM and leaves no process behind', async () => {
    const pids = edgePids(node);
    assert.equal(pids.length, 1);
    const account = { id: ids.account };
    const writes = Array.from({ length: 40 }, (_, n) =>
      fetch(`${node.api}/zones`, {
        method: 'POST',
        headers: { ...headersOf(node), connection: 'close' },
        body: JSON.stringify({ name: `drain-${n}.test`, account }),
      }).then(
        async (response) => (await response.json()) as { success: boolean },
        () => 'refused' as const,
      ),
    );
    await Promise.race(writes);
    const ended = node.end('SIGTERM');
    const responses = await Promise.all(writes);
    assert.equal(await ended, 0);
    // Accepted requests got a complete response; later ones were refused.
    for (const response of responses)
      assert.ok(response === 'refused' || typeof response.success === 'boolean');
    assert.ok(responses.some((response) => response !== 'refused' && response.success));
    for (const pid of pids) assert.throws(() => process.kill(pid, 0), /ESRCH/);
  });

  it('names the setting that is wrong and does not start', async (test) => {
    const other = await nodeHome();
    test.after(() => other.remove());
    await assert.rejects(
      other.start({ PALISADE_EDGE_WORKERS: 'many' }),
      /PALISADE_EDGE_WORKERS: expected a whole number/,
    );
  });

  it('names the data folder that cannot be used', async (test) => {
    const other = await nodeHome();
    test.after(() => other.remove());
    const wanted = { PALISADE_DATA_DIR: '/proc/palisade' };
    await assert.rejects(other.start(wanted), /PALISADE_DATA_DIR: cannot use \/proc\/palisade/);
  });
});
