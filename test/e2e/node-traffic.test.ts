/** Traffic through a whole node, started as by `npm start`. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import { type Anvil, startAnvil } from '../../src/gateway/fixtures/anvil.ts';
import { addZone, api, edgePid, settingsOf, until, visit } from '../support/node-client.ts';
import { type NodeHome, type NodeProcess, nodeHome } from '../support/node-process.ts';
import { type OriginProcess, startOrigin } from '../support/origin-process.ts';
import { type CommandLine, openCommandLine } from '../support/palisade-command.ts';
import { visit as send } from '../support/visit.ts';

function memoryOf(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

describe('traffic through a node', () => {
  let home: NodeHome;
  let node: NodeProcess;
  let origins: OriginProcess[];
  let commands: CommandLine;
  let anvil: Anvil;

  before(async () => {
    commands = openCommandLine();
    const chain = startAnvil();
    origins = [await startOrigin('one'), await startOrigin('two')];
    anvil = await chain;
    const upstreams = JSON.stringify({ sepolia: [anvil.url] });
    home = await nodeHome({ PALISADE_GATEWAY_UPSTREAMS: upstreams });
    node = await home.start();
  });
  after(async () => {
    commands.close();
    await home.remove();
    await Promise.all(origins.map((origin) => origin.kill()));
    await anvil.stop();
  });

  it('reaches the origin of a new zone as soon as the command returns', async () => {
    const origin = `http://127.0.0.1:${origins[0]?.port}`;
    const printed = await addZone(commands, node, 'shop.test', origin);
    assert.deepEqual(await visit(node, 'shop.test'), { status: 200, body: 'one' });
    assert.match(printed, /Requests for shop\.test go to http:\/\/127\.0\.0\.1:\d+\./);
  });

  it('refuses an invalid origin and leaves no resources behind', async () => {
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

  it('sends no traffic to an unhealthy origin until it is healthy again', async () => {
    const [account] = await api(node, 'GET', '/accounts');
    const [zone] = await api(node, 'GET', '/zones?name=shop.test');
    const base = `/accounts/${account.id}/load_balancers`;
    const monitor = await api(node, 'POST', `${base}/monitors`, {
      type: 'http',
      interval: 3600,
      timeout: 10,
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
    // A changed monitor probes at once.
    const look = (description: string) =>
      api(node, 'PATCH', `${base}/monitors/${monitor.id}`, { description });
    const healthOf = async (n: number) => {
      const { pop_health: regions } = await api(node, 'GET', `${base}/pools/${pool.id}/health`);
      const [region] = Object.values(regions) as {
        origins: Record<string, { healthy: boolean }>[];
      }[];
      return Object.values(region?.origins[n] ?? {})[0]?.healthy;
    };
    await look('one is gone');
    await until(async () => (await healthOf(1)) === false);
    for (let n = 0; n < 50; n++) {
      assert.deepEqual(await visit(node, 'www.shop.test'), { status: 200, body: 'one' });
    }
    origins[1] = await startOrigin('two', origins[1]?.port);
    // The origin is up again, but gets no traffic before the monitor has probed it.
    for (let n = 0; n < 20; n++) assert.equal((await visit(node, 'www.shop.test')).body, 'one');
    await look('it is back');
    seen.clear();
    await until(bothServe);
  });

  it('reaches the gateway process through a Web3 hostname, over HTTP and WebSocket', async () => {
    const [zone] = await api(node, 'GET', '/zones?name=shop.test');
    const hostnames = `/zones/${zone.id}/web3/hostnames`;
    const host = 'rpc.shop.test';
    const { id } = await api(node, 'POST', hostnames, { name: host, target: 'ethereum' });
    const port = Number(new URL(node.edge).port);
    const headers: Record<string, string> = { host, 'content-type': 'application/json' };
    const call = async (method: string) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params: [] });
      const response = await send(port, { path: '/v1/sepolia', method: 'POST', headers, body });
      return [response.status, JSON.parse(response.body)];
    };
    const block = await anvil.call('eth_blockNumber');
    await until(async () => (await call('eth_blockNumber'))[0] === 200);
    assert.deepEqual((await call('eth_blockNumber'))[1], { jsonrpc: '2.0', id: 7, result: block });

    const { value } = await api(node, 'POST', `${hostnames}/${id}/access_keys`, { name: 'mine' });
    await until(async () => (await call('eth_chainId'))[0] === 401);
    headers['authorization'] = `Bearer ${value}`;
    assert.equal((await call('eth_chainId'))[0], 200);

    const socket = new WebSocket(`${node.edge.replace('http', 'ws')}/v1/sepolia`, { headers });
    await once(socket, 'open');
    const message = async () => JSON.parse(String((await once(socket, 'message'))[0]));
    socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}');
    const { result: subscription } = await message();
    const head = message();
    await anvil.mine();
    assert.equal((await head).params.subscription, subscription);
    socket.close();
    await once(socket, 'close');
  });

  it('takes calls as long as a transaction with six blobs, up to 2 MiB', async () => {
    const call = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}';
    const statusOf = async (bytes: number) => {
      const response = await fetch(`${node.gateway}/v1/sepolia`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: call.padEnd(bytes),
      });
      await response.body?.cancel();
      return response.status;
    };
    const sixBlobs = 6 * 2 * 131_072;
    assert.deepEqual(
      [await statusOf(sixBlobs + 10_000), await statusOf(2 ** 21), await statusOf(2 ** 21 + 1)],
      [200, 200, 413],
    );
  });

  it('keeps memory flat while 200 MB go through in both directions', async (test) => {
    // Large chunks cost the test less processor time.
    const chunk = randomBytes(512 * 1024);
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
    test.after(() => origin.close());
    const { port } = origin.address() as AddressInfo;
    await addZone(commands, node, 'large.test', `http://127.0.0.1:${port}`);
    const pid = edgePid(node);
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
    // The bound allows for garbage, but not for a buffered body.
    assert.ok(Math.max(...growth) < 100, `grew by ${growth} MB`);
    assert.ok((growth[2] ?? 0) + (growth[3] ?? 0) < 100, `grew by ${growth} MB`);
  });
});
