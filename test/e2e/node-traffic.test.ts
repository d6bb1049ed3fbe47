/** Traffic through a whole node, as `npm start` makes it. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { addZone, api, edgePid, settingsOf, until, visit } from '../support/node-client.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';
import { type OriginProcess, startOrigin } from '../support/origin-process.ts';
import { type CommandLine, openCommandLine } from '../support/palisade-command.ts';

function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

describe('traffic through a node', { timeout: 120_000 }, () => {
  let home: NodeHome;
  let node: NodeProcess;
  let origins: OriginProcess[];
  let commands: CommandLine;

  before(async () => {
    commands = openCommandLine();
    origins = [await startOrigin('one'), await startOrigin('two')];
    home = await nodeHome();
    node = await home.start();
  });
  after(async () => {
    commands.close();
    await home.remove();
    await Promise.all(origins.map((origin) => origin.kill()));
  });

  it('reaches the origin of a new zone as soon as the command returns', async () => {
    const origin = `http://127.0.0.1:${origins[0]?.port}`;
    const printed = await addZone(commands, node, 'shop.test', origin);
    assert.deepEqual(await visit(node, 'shop.test'), { status: 200, body: 'one' });
    assert.match(printed, /Requests for shop\.test go to http:\/\/127\.0\.0\.1:\d+\./);
  });

  it('refuses what is no origin and leaves nothing behind', async () => {
    const env = settingsOf(node);
    for (const bad of ['127.0.0.1:3000', 'ftp://a.test', 'http://a.test/path', 'http://u@a.test']) {
      const add = ['zone', 'add', 'bad.test', '--origin', bad];
      const { code, stderr } = await commands.run(add, { env });
      assert.equal(code, 1);
      assert.match(stderr, /is not an origin/);
    }
    const { stdout } = await commands.run(['zone', 'list'], { env });
    assert.match(stdout, /shop\.test/);
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
    await addZone(commands, node, 'large.test', `http://127.0.0.1:${port}`);
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
