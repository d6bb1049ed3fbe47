import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';

function headersOf(node: NodeProcess) {
  return { authorization: `Bearer ${node.token()}`, 'content-type': 'application/json' };
}

async function createZone(node: NodeProcess, name: string): Promise<string> {
  const headers = headersOf(node);
  const accounts = await fetch(`${node.api}/accounts`, { headers });
  const { result } = (await accounts.json()) as { result: { id: string }[] };
  const body = JSON.stringify({ name, account: { id: result[0]?.id } });
  const answer = await fetch(`${node.api}/zones`, { method: 'POST', headers, body });
  return ((await answer.json()) as { result: { id: string } }).result.id;
}

/** What the edge answers to a visitor of `host`; undefined when it does not answer. */
async function visit(node: NodeProcess, host: string): Promise<number | undefined> {
  try {
    const { request } = await import('undici');
    const answer = await request(node.edge, { headers: { host }, reset: true });
    await answer.body.dump();
    return answer.statusCode;
  } catch {
    return undefined;
  }
}

async function until(what: string, holds: () => Promise<boolean>, ms: number): Promise<number> {
  const start = performance.now();
  while (performance.now() - start < ms) {
    if (await holds()) return performance.now() - start;
    await setTimeout(5);
  }
  assert.fail(`${what} did not happen within ${ms} ms`);
}

/** Children of the node's process, as the kernel lists them. */
function edgePids({ child: { pid } }: NodeProcess): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return children.split(' ').filter(Boolean).map(Number);
}

describe('a node that runs', () => {
  let home: NodeHome;
  let node: NodeProcess;

  before(async () => {
    home = await nodeHome();
    node = await home.start();
  });
  after(() => home.remove());

  it('tells operators how it is', async () => {
    const get = async (path: string) => {
      const answer = await fetch(node.origin + path);
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    };
    assert.equal((await get('/healthz')).status, 200);
    assert.equal((await get('/readyz')).status, 200);
    await visit(node, 'nobody.test');
    const metrics = (await get('/metrics')).text;
    assert.match(metrics, /^palisade_api_requests_total\{.*\} \d+$/m);
    assert.match(metrics, /^palisade_edge_requests_total\{status="4xx"\} 1$/m);
    const document = JSON.parse((await get('/openapi.json')).text);
    assert.equal(document.openapi, '3.1.0');
    const docs = await get('/docs');
    assert.match(docs.headers.get('content-security-policy') ?? '', /default-src 'none'/);
    assert.match(docs.text, /Create a zone/);
  });

  it('makes a change act at the edge within a second', async () => {
    assert.equal(await visit(node, 'fresh.test'), 404);
    const id = await createZone(node, 'fresh.test');
    const known = async () => (await visit(node, 'www.fresh.test')) === 503;
    await until('the edge knowing the zone', known, 1_000);
    await fetch(`${node.api}/zones/${id}`, { method: 'DELETE', headers: headersOf(node) });
    const gone = async () => (await visit(node, 'www.fresh.test')) === 404;
    await until('the edge forgetting the zone', gone, 1_000);
  });

  it('replaces an edge process that dies within a second; the API does not notice', async (test) => {
    await createZone(node, 'kept.test');
    await until(
      'the edge knowing the zone',
      async () => (await visit(node, 'kept.test')) === 503,
      1_000,
    );
    const [pid] = edgePids(node);
    assert.ok(pid);
    const headers = headersOf(node);
    let calls = 0;
    let watching = true;
    const api = (async () => {
      for (; watching; calls++) {
        assert.equal((await fetch(`${node.api}/zones`, { headers })).status, 200);
      }
    })();
    process.kill(pid, 'SIGKILL');
    const served = async () =>
      !edgePids(node).includes(pid) && (await visit(node, 'kept.test')) === 503;
    const took = await until('a replacement that serves the same zones', served, 1_000);
    test.diagnostic(`replaced after ${Math.round(took)} ms`);
    watching = false;
    await api;
    assert.ok(calls > 0);
    const metrics = await (await fetch(`${node.origin}/metrics`)).text();
    assert.match(metrics, /^palisade_edge_restarts_total 1$/m);
  });

  it('changes nothing when it cannot start', async (test) => {
    await assert.rejects(home.start({ PALISADE_ADMIN_TOKEN: 'another-token-0123456789' }));
    const { status } = await fetch(`${node.api}/user`, { headers: headersOf(node) });
    assert.equal(status, 200, 'the token of the running node still works');
    const fresh = await nodeHome();
    test.after(() => fresh.remove());
    const { host } = new URL(node.origin);
    const tls = { PALISADE_EDGE_TLS_LISTEN: host, PALISADE_EDGE_TLS_DIR: fresh.dataDir };
    for (const taken of [{ PALISADE_API_LISTEN: host }, { PALISADE_EDGE_LISTEN: host }, tls]) {
      const [variable = ''] = Object.keys(taken);
      await assert.rejects(fresh.start(taken), new RegExp(`Set ${variable} to a free address`));
      assert.ok(!existsSync(join(fresh.dataDir, 'palisade.db')), variable);
    }
  });

  it('refuses a data folder that another node uses', async () => {
    const ports = { PALISADE_API_LISTEN: '127.0.0.1:0', PALISADE_EDGE_LISTEN: '127.0.0.1:0' };
    await assert.rejects(home.start(ports), /another node uses the data folder/);
  });

  it('finishes running requests on SIGTERM and leaves no process behind', async () => {
    const pids = edgePids(node);
    assert.equal(pids.length, 1);
    const headers = headersOf(node);
    const accounts = await fetch(`${node.api}/accounts`, { headers });
    const [account] = ((await accounts.json()) as { result: { id: string }[] }).result;
    const writes = Array.from({ length: 40 }, (_, n) =>
      fetch(`${node.api}/zones`, {
        method: 'POST',
        headers: { ...headers, connection: 'close' },
        body: JSON.stringify({ name: `drain-${n}.test`, account }),
      }).then(
        async (answer) => (await answer.json()) as { success: boolean },
        () => 'refused' as const,
      ),
    );
    await Promise.race(writes);
    const ended = node.end('SIGTERM');
    const answers = await Promise.all(writes);
    assert.equal(await ended, 0);
    // Whoever was let in got a whole answer; who came too late was turned away at the door.
    for (const answer of answers)
      assert.ok(answer === 'refused' || typeof answer.success === 'boolean');
    assert.ok(answers.some((answer) => answer !== 'refused' && answer.success));
    for (const pid of pids) assert.throws(() => process.kill(pid, 0), /ESRCH/);
  });
});
