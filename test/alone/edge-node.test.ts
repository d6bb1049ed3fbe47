/** Traffic through a whole node, as `npm start` makes it. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';
import { type OriginProcess, startOrigin } from '../support/origin-process.ts';
import { type PostgresServer, postgresServer } from '../support/postgres-server.ts';

const run = promisify(execFile);
const command = fileURLToPath(new URL('../../bin/palisade.js', import.meta.url));

async function visit(node: NodeProcess, host: string): Promise<{ status: number; body: string }> {
  const sent = request(node.edge, { headers: { host }, agent: false }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode ?? 0, body: await text(response) };
}

// biome-ignore lint/suspicious/noExplicitAny: results have many shapes; a wrong path fails the assertion
async function api(node: NodeProcess, method: string, path: string, body?: unknown): Promise<any> {
  const answer = await fetch(node.api + path, {
    method,
    headers: { authorization: `Bearer ${node.token()}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return ((await answer.json()) as { result: unknown }).result;
}

/** Runs a command beside the node, over the same settings. */
function palisade(node: NodeProcess, ...args: string[]) {
  return run(process.execPath, [command, ...args], {
    env: {
      ...process.env,
      PALISADE_DATA_DIR: node.dataDir,
      PALISADE_API_LISTEN: new URL(node.origin).host,
    },
  });
}

/** Asks until the answer is as wanted; gives the milliseconds it took. */
async function until(isSo: () => Promise<boolean>, withinMs = 20_000): Promise<number> {
  const start = performance.now();
  while (!(await isSo().catch(() => false))) {
    assert.ok(performance.now() - start < withinMs, 'it did not happen in time');
  }
  return performance.now() - start;
}

async function edgePids(node: NodeProcess): Promise<number[]> {
  const found = run('pgrep', ['-P', String(node.child.pid), '-f', 'edge-main']);
  const { stdout } = await found.catch(() => ({ stdout: '' }));
  return stdout.split('\n').filter(Boolean).map(Number);
}

async function edgePid(node: NodeProcess): Promise<number> {
  const [pid = assert.fail('no edge process')] = await edgePids(node);
  return pid;
}

function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

describe('traffic through a node', { timeout: 120_000 }, () => {
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

  it('reaches the origin of a new zone as soon as the command returns', async () => {
    const { stdout } = await palisade(
      node,
      'zone',
      'add',
      'shop.test',
      '--origin',
      `http://127.0.0.1:${origins[0]?.port}`,
    );
    assert.deepEqual(await visit(node, 'shop.test'), { status: 200, body: 'one' });
    assert.match(stdout, /Requests for shop\.test go to http:\/\/127\.0\.0\.1:\d+\./);
  });

  it('follows a changed pool within a second', async () => {
    const [account] = await api(node, 'GET', '/accounts');
    const path = `/accounts/${account.id}/load_balancers/pools`;
    const [pool] = await api(node, 'GET', path);
    const [first, second] = origins;
    for (const [port, name] of [
      [second?.port, 'two'],
      [first?.port, 'one'],
    ] as const) {
      const changed = [{ name: 'only', address: '127.0.0.1', port }];
      await api(node, 'PATCH', `${path}/${pool.id}`, { origins: changed });
      const ms = await until(async () => (await visit(node, 'shop.test')).body === name);
      assert.ok(ms < 1_000, `${ms} ms`);
    }
  });

  it('refuses what is no origin and leaves nothing behind', async () => {
    for (const bad of ['127.0.0.1:3000', 'ftp://a.test', 'http://a.test/path', 'http://u@a.test']) {
      await assert.rejects(
        palisade(node, 'zone', 'add', 'bad.test', '--origin', bad),
        /is not an origin/,
      );
    }
    const { stdout } = await palisade(node, 'zone', 'list');
    assert.doesNotMatch(stdout, /bad\.test/);
  });

  it('leaves an origin that its monitor finds down, and comes back to it', async () => {
    const [account] = await api(node, 'GET', '/accounts');
    const [zone] = await api(node, 'GET', '/zones?name=shop.test');
    const base = `/accounts/${account.id}/load_balancers`;
    const monitor = await api(node, 'POST', `${base}/monitors`, {
      type: 'http',
      interval: 10,
      timeout: 1,
      retries: 0,
    });
    const pool = await api(node, 'POST', `${base}/pools`, {
      name: 'monitored',
      monitor: monitor.id,
      origins: origins.map(({ port }, n) => ({ name: `o${n}`, address: '127.0.0.1', port })),
    });
    await api(node, 'POST', `/zones/${zone.id}/load_balancers`, {
      name: 'www.shop.test',
      default_pools: [pool.id],
      fallback_pool: pool.id,
    });
    const seen = new Set<string>();
    const bothServe = async () => seen.add((await visit(node, 'www.shop.test')).body).size === 2;
    await until(bothServe);
    await origins[1]?.kill();
    // A change of the monitor makes it look at once.
    const look = (description: string) =>
      api(node, 'PATCH', `${base}/monitors/${monitor.id}`, { description });
    const healthOf = async (n: number) => {
      const { pop_health: places } = await api(node, 'GET', `${base}/pools/${pool.id}/health`);
      const [place] = Object.values(places) as {
        origins: Record<string, { healthy: boolean }>[];
      }[];
      return Object.values(place?.origins[n] ?? {})[0]?.healthy;
    };
    await look('one is gone');
    await until(async () => (await healthOf(1)) === false);
    for (let n = 0; n < 50; n++) {
      assert.deepEqual(await visit(node, 'www.shop.test'), { status: 200, body: 'one' });
    }
    origins[1] = await startOrigin('two', origins[1]?.port);
    // Up again, but not before the monitor says so.
    for (let n = 0; n < 20; n++) assert.equal((await visit(node, 'www.shop.test')).body, 'one');
    await look('it is back');
    seen.clear();
    await until(bothServe);
  });

  it('keeps memory flat while 200 MB go through in both directions', async () => {
    const chunk = randomBytes(64 * 1024);
    const size = 200 * 1024 * 1024;
    function* large() {
      for (let sent = 0; sent < size; sent += chunk.length) yield chunk;
    }
    const origin = createServer((incoming, outgoing) => {
      incoming.resume();
      if (incoming.method === 'PUT') incoming.on('end', () => outgoing.end('taken'));
      else pipeline(Readable.from(large(), { objectMode: false }), outgoing, () => {});
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const { port } = origin.address() as AddressInfo;
    await palisade(node, 'zone', 'add', 'large.test', '--origin', `http://127.0.0.1:${port}`);
    const pid = await edgePid(node);
    const headers = { host: 'large.test' };
    const growth: number[] = [];
    for (const method of ['GET', 'PUT', 'GET', 'PUT']) {
      const before = memoryOf(pid);
      let most = before;
      const watch = setInterval(() => {
        most = Math.max(most, memoryOf(pid));
      }, 20);
      const sent = request(node.edge, { method, headers, agent: false });
      if (method === 'PUT') pipeline(Readable.from(large(), { objectMode: false }), sent, () => {});
      else sent.end();
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      let received = 0;
      for await (const data of response) received += data.length;
      clearInterval(watch);
      assert.equal(received, method === 'PUT' ? 5 : size);
      growth.push(Math.round((most - before) / 1e6));
    }
    origin.close();
    // Garbage comes and goes; what must not be there is the body.
    assert.ok(Math.max(...growth) < 100, `grew by ${growth} MB`);
    assert.ok((growth[2] ?? 0) + (growth[3] ?? 0) < 100, `grew by ${growth} MB`);
  });
});

/** Blocks requests in all zones of the first account. */
async function blockForAccount(node: NodeProcess, expression: string): Promise<void> {
  const phase = 'http_request_firewall_custom';
  const [account] = await api(node, 'GET', '/accounts');
  const path = `/accounts/${account.id}/rulesets`;
  const rules = [{ action: 'block', expression }];
  const body = { name: 'for all zones', kind: 'custom', phase, rules };
  const { id } = await api(node, 'POST', path, body);
  await api(node, 'PUT', `${path}/phases/${phase}/entrypoint`, {
    rules: [{ action: 'execute', expression: 'true', action_parameters: { id } }],
  });
}

describe('traffic while the database is away', { timeout: 120_000 }, () => {
  let postgres: PostgresServer;
  let origin: OriginProcess;
  let home: NodeHome;

  before(async () => {
    [postgres, origin] = await Promise.all([postgresServer(), startOrigin('served')]);
    home = await nodeHome({ PALISADE_DATABASE_URL: `${postgres.url}/postgres` });
  });
  after(async () => {
    await home.remove();
    await origin.kill();
    await postgres.remove();
  });

  it('goes on, also from edge processes and nodes that start in that time', async () => {
    let node = await home.start();
    await palisade(node, 'zone', 'add', 'shop.test', '--origin', `http://127.0.0.1:${origin.port}`);
    await blockForAccount(node, 'http.host eq "www.shop.test"');
    const isBlocked = async () => (await visit(node, 'www.shop.test')).status === 403;
    await until(isBlocked);
    await postgres.stop();
    const serves = async () => (await visit(node, 'shop.test')).body === 'served';
    for (let n = 0; n < 50; n++) assert.ok(await serves());

    // Edge processes that die are replaced.
    process.kill(await edgePid(node), 'SIGKILL');
    await until(serves);
    assert.ok(await isBlocked(), 'with the rules of the account');

    // A whole node starts again.
    await node.end('SIGKILL');
    node = await home.launch();
    await until(serves);
    assert.ok(await isBlocked(), 'from its disk');
    await until(async () => (await fetch(`${node.origin}/readyz`)).status === 503);
    assert.equal((await fetch(`${node.origin}/healthz`)).status, 200);
    const refused = await fetch(`${node.api}/zones`, { headers: { authorization: 'Bearer x' } });
    assert.equal(refused.status, 503);

    // When the database comes back, so does everything else.
    await postgres.start();
    await until(async () => (await fetch(`${node.origin}/readyz`)).status === 200);
    assert.ok((await serves()) && (await isBlocked()));
    const [zone] = await api(node, 'GET', '/zones?name=shop.test');
    await api(node, 'DELETE', `/zones/${zone.id}`);
    await until(async () => (await visit(node, 'shop.test')).status === 404);
    assert.equal(await node.end(), 0);
  });

  it('does not end when edge processes die as the database comes back (they were started twice, and the node ended)', async () => {
    let node = await home.start();
    await palisade(node, 'zone', 'add', 'next.test', '--origin', `http://127.0.0.1:${origin.port}`);
    await postgres.stop();
    await node.end('SIGKILL');
    node = await home.launch();
    await until(async () => (await fetch(`${node.origin}/readyz`)).status === 503);
    const serves = async () => (await visit(node, 'next.test')).body === 'served';
    await until(serves);
    await postgres.start();
    await until(async () => {
      for (const pid of await edgePids(node)) process.kill(pid, 'SIGKILL');
      return node.output().includes('Palisade is ready.') || node.child.exitCode !== null;
    });
    assert.equal(node.child.exitCode, null, node.output());
    await until(serves);
    assert.equal((await edgePids(node)).length, 1);
    assert.equal(await node.end(), 0);
  });
});
