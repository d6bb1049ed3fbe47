/** Gateway hosts of a zone, with an edge and a gateway in this process. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { WebSocket } from 'ws';
import type { GatewaySection } from '../../src/contracts/snapshot/gateway-section.ts';
import {
  EDGE_SECRET,
  startGateway,
  type TestGateway,
} from '../../src/gateway/fixtures/test-gateway.ts';
import { hashSecret, newSecret } from '../../src/kernel/secret.ts';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { balancerOf, originOf, poolOf, zoneOf } from '../support/edge-snapshots.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { type Sent, visit, visitAndFlush } from '../support/visit.ts';

const KEY = 'pslg_somebody';
/** The limit of one client, which is not refilled while the test runs. */
const CALLS = 5;
const call = '{"jsonrpc":"2.0","method":"eth_chainId","id":1}';
const CHAIN = { jsonrpc: '2.0', id: 1, result: '0xaa36a7' };

const section: GatewaySection = {
  hosts: [
    { id: 'open', name: 'rpc.shop.test', access: 'open', keyHashes: [] },
    {
      id: 'kept',
      name: 'keys.shop.test',
      access: 'keys',
      keyHashes: [hashSecret('another'), hashSecret(KEY)],
    },
    { id: 'closed', name: 'closed.shop.test', access: 'keys', keyHashes: [] },
  ],
};

describe('gateway hosts of a zone', () => {
  let gateway: TestGateway;
  let other: Server;
  let otherHeaders: IncomingHttpHeaders[];
  let edge: TestEdge;
  let zone: ReturnType<typeof zoneOf>;
  /** A second passes with each call, so that there is always time for a trace. */
  let now = 0;

  before(async () => {
    gateway = await startGateway([], { limits: { clientRate: 1e-6, clientBurst: CALLS } });
    otherHeaders = [];
    other = createServer(({ headers }, response) => {
      otherHeaders.push(headers);
      response.end('other');
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    zone = zoneOf('shop.test', {
      gateway: section,
      loadBalancing: { balancers: [balancerOf('shop.test', ['pool'])] },
    });
    const config = {
      gateway: { host: '127.0.0.1', port: Number(new URL(gateway.url).port), secret: EDGE_SECRET },
      // Visitors of this test choose their addresses.
      trustedProxies: ['127.0.0.1/32'],
      traceSampleRate: 1,
    };
    const pools = [poolOf('pool', [originOf(port)])];
    edge = await openTestEdge({ zones: [zone], pools }, config, { now: () => now });
  });
  after(async () => {
    await edge.close();
    await gateway.stop();
    other.close();
  });

  let clients = 0;
  /** A call of a new client. */
  const sent = (headers: Record<string, string> = {}, more: Partial<Sent> = {}): Sent => {
    clients += 1;
    now += 1_000;
    return {
      path: '/v1/sepolia',
      method: 'POST',
      body: call,
      ...more,
      headers: {
        host: 'rpc.shop.test',
        'content-type': 'application/json',
        'x-forwarded-for': `192.0.2.${clients}`,
        ...headers,
      },
    };
  };
  const errorOf = (body: string) => {
    const { jsonrpc, id, error } = JSON.parse(body);
    assert.deepEqual([jsonrpc, id], ['2.0', null]);
    return error;
  };

  it('are served by the gateway, and logged and traced like every request', async () => {
    const response = await visitAndFlush(edge, sent({ host: 'RPC.shop.test:80' }));
    assert.deepEqual([response.status, JSON.parse(response.body)], [200, CHAIN]);
    assert.equal(response.headers['access-control-allow-origin'], '*');
    const ray = response.headers['cf-ray'];
    const { fields } = edge.events.find((event) => event.fields.RayID === ray) ?? assert.fail();
    assert.deepEqual(
      [fields.ClientRequestPath, fields.OriginResponseStatus, fields.OriginIP],
      ['/v1/sepolia', 200, '127.0.0.1'],
    );
    assert.equal(edge.traces.find((trace) => trace.ray === ray)?.decision.pool, 'gateway');
    assert.equal((await visit(edge.port)).body, 'other');
  });

  it('forward errors of the gateway unchanged', async () => {
    for (const [path, status, code] of [
      ['/v1/rinkeby', 410, -32002],
      ['/v1/mainnet', 503, -32603],
      ['/', 404, -32600],
    ] as const) {
      const { status: got, body } = await visit(edge.port, sent({}, { path }));
      assert.deepEqual([got, JSON.parse(body).error.code], [status, code]);
    }
  });

  it('have limits by client, which only the edge can name', async () => {
    const calls = sent();
    const statuses: number[] = [];
    for (let n = 0; n <= CALLS; n += 1) statuses.push((await visit(edge.port, calls)).status);
    assert.deepEqual(statuses, [...Array(CALLS).fill(200), 429]);
    assert.equal((await visit(edge.port, sent())).status, 200);
    // A visitor cannot name another client, with or without the secret.
    for (const forged of ['192.0.2.250', `${EDGE_SECRET} 192.0.2.250`]) {
      const headers = { ...calls.headers, 'palisade-edge-caller': forged };
      assert.equal((await visit(edge.port, { ...calls, headers })).status, 429, forged);
    }
    // Neither can a client that calls the gateway directly.
    const direct = () =>
      fetch(gateway.url, {
        method: 'POST',
        body: call,
        headers: {
          'content-type': 'application/json',
          'palisade-edge-caller': `guess ${Math.random()}`,
        },
      });
    for (let n = 0; n < CALLS; n += 1) assert.equal((await direct()).status, 200);
    assert.equal((await direct()).status, 429);
  });

  it('need an access key if they have keys', async () => {
    const host = 'keys.shop.test';
    for (const authorization of ['', 'Bearer', 'Bearer wrong', KEY, `Basic ${KEY}`]) {
      const { status, headers, body } = await visit(edge.port, sent({ host, authorization }));
      assert.deepEqual([status, headers['www-authenticate']], [401, 'Bearer'], authorization);
      const { code, message, data } = errorOf(body);
      assert.deepEqual([code, message], [-32600, 'The access key is missing or wrong']);
      assert.equal(data.ray, headers['cf-ray']);
    }
    const response = await visit(edge.port, sent({ host, authorization: `Bearer ${KEY}` }));
    assert.deepEqual([response.status, JSON.parse(response.body)], [200, CHAIN]);
    // Browsers send a preflight request without a key.
    const asked = await visit(edge.port, sent({ host }, { method: 'OPTIONS', body: '' }));
    assert.deepEqual(
      [asked.status, asked.headers['access-control-allow-headers']],
      [204, 'Content-Type, Content-Encoding, Authorization'],
    );
  });

  it('take the key from the path or the query as well, and hide it everywhere', async () => {
    const host = 'keys.shop.test';
    for (const path of [`/v1/sepolia/${KEY}`, `/v1/sepolia?key=${KEY}`]) {
      const response = await visitAndFlush(edge, sent({ host }, { path }));
      assert.deepEqual([response.status, JSON.parse(response.body)], [200, CHAIN], path);
      const ray = response.headers['cf-ray'];
      const { fields } = edge.events.find((event) => event.fields.RayID === ray) ?? assert.fail();
      assert.equal(fields.ClientRequestURI, '/v1/sepolia');
      assert.ok(edge.traces.some((trace) => trace.ray === ray));
      // The header wins.
      const both = await visit(edge.port, sent({ host, authorization: 'Bearer wrong' }, { path }));
      assert.equal(both.status, 401);
    }
    assert.ok(!JSON.stringify([edge.events, edge.traces]).includes(KEY));
    // Keys of real hostnames are random. They are hidden in paths that the gateway does not understand as well.
    const random = newSecret('access');
    for (const path of [
      '//v1/sepolia/K',
      '/v1/./sepolia/K',
      '/%761/sepolia/K',
      '/K',
      '/v1/sepolia?Key=K',
    ]) {
      const odd = path.replace(/K$/, random);
      await visitAndFlush(edge, sent({ host, referer: `https://a.test${odd}` }, { path: odd }));
    }
    assert.ok(!JSON.stringify([edge.events, edge.traces]).includes(random));
    const socket = new WebSocket(`ws://127.0.0.1:${edge.port}/v1/sepolia/${KEY}`, {
      headers: { host },
    });
    await once(socket, 'open');
    socket.terminate();
  });

  it('keep the key in the redirect to https', async (test) => {
    const secure = { ...zone, id: 'secure', sections: { ...zone.sections } };
    const { zone: own } = secure.sections;
    const traffic = { alwaysUseHttps: true } as const;
    const redirecting = await openTestEdge(
      { zones: [{ ...secure, sections: { ...secure.sections, zone: { ...own, traffic } } }] },
      { traceSampleRate: 1 },
      { now: () => now },
    );
    test.after(() => redirecting.close());
    const host = 'keys.shop.test';
    for (const path of [`/v1/sepolia/${KEY}`, `/v1/sepolia?a=1&key=${KEY}`]) {
      const response = await visitAndFlush(redirecting, sent({ host }, { path }));
      assert.equal(response.status, 308);
      assert.equal(response.headers['location'], `https://${host}${path}`);
    }
    assert.equal(redirecting.traces.length, 2);
    assert.ok(!JSON.stringify([redirecting.events, redirecting.traces]).includes(KEY));
  });

  it('refuse all calls if they need keys and have none', async () => {
    assert.equal((await visit(edge.port, sent({ host: 'closed.shop.test' }))).status, 401);
  });

  it('lose the WebSockets of callers whose key or hostname is deleted, and no others', async () => {
    const open = async (host: string, key?: string) => {
      clients += 1;
      const socket = new WebSocket(`ws://127.0.0.1:${edge.port}/v1/sepolia`, {
        headers: {
          host,
          'x-forwarded-for': `192.0.2.${clients}`,
          ...(key && { authorization: `Bearer ${key}` }),
        },
      });
      socket.on('error', () => {});
      await once(socket, 'open');
      return { socket, closed: once(socket, 'close') };
    };
    const assertResponds = async ({ socket }: { socket: WebSocket }) => {
      socket.send(call);
      const [data] = await once(socket, 'message');
      assert.deepEqual(JSON.parse(String(data)), CHAIN);
    };
    const [one, another, free] = await Promise.all([
      open('keys.shop.test', KEY),
      open('keys.shop.test', 'another'),
      open('rpc.shop.test'),
    ]);
    const [openHost, keptHost] = section.hosts;
    assert.ok(openHost && keptHost);
    const withHosts = (...hosts: GatewaySection['hosts']) =>
      edge.apply({ zones: [{ ...zone, sections: { ...zone.sections, gateway: { hosts } } }] });
    await withHosts(openHost, { ...keptHost, keyHashes: [hashSecret('another')] });
    await one.closed;
    await Promise.all([another, free].map(assertResponds));
    await withHosts({ ...keptHost, keyHashes: [hashSecret('another')] });
    await free.closed;
    await assertResponds(another);
    // Any client may call an open host. When it is closed, so are the WebSockets of clients without a key.
    await withHosts({ ...keptHost, access: 'open' }, openHost);
    const anybody = await open('keys.shop.test');
    await withHosts(openHost, keptHost);
    await anybody.closed;
    await assertResponds(another);
    another.socket.close();
    await another.closed;
  });

  it('lose a WebSocket whose key is deleted while the gateway opens it', async (test) => {
    const asked = Promise.withResolvers<() => void>();
    const slow = createServer().on('upgrade', (_request, socket) => {
      const head = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket';
      socket.on('error', () => {});
      asked.resolve(() => socket.write(`${head}\r\n\r\n`));
    });
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const { port } = slow.address() as AddressInfo;
    const config = { gateway: { host: '127.0.0.1', port, secret: EDGE_SECRET } };
    const before = await openTestEdge({ zones: [zone] }, config);
    test.after(async () => {
      slow.closeAllConnections();
      slow.close();
      await before.close();
    });
    const socket = connect(before.port, '127.0.0.1');
    socket.write(
      `GET /v1/sepolia HTTP/1.1\r\nHost: keys.shop.test\r\nAuthorization: Bearer ${KEY}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`,
    );
    const open = await asked.promise;
    await before.apply({
      zones: [{ ...zone, sections: { ...zone.sections, gateway: { hosts: [] } } }],
    });
    open();
    socket.resume();
    socket.on('error', () => {});
    await once(socket, 'close');
  });

  it('show rules no key in the URL', async () => {
    const expression = `http.request.uri contains "${KEY}" or raw.http.request.uri contains "${KEY}"`;
    await edge.applyRules(
      zone,
      rulesOf({ http_request_firewall_custom: [ruleOf('leak', 'block', expression)] }),
    );
    for (const path of [`/v1/sepolia/${KEY}`, `/v1/sepolia?key=${KEY}`]) {
      const response = await visit(edge.port, sent({ host: 'keys.shop.test' }, { path }));
      assert.equal(response.status, 200, path);
    }
  });

  it('obey the rules of the zone, but origin rules do not apply', async () => {
    const elsewhere = {
      origin: { host: '127.0.0.1', port: (other.address() as AddressInfo).port },
    };
    const headers = { 'Palisade-Edge-Caller': { operation: 'set', value: 'a rule' } };
    const rewrite = { headers };
    const rules = rulesOf({
      http_request_origin: [ruleOf('route', 'route', 'true', elsewhere)],
      http_request_firewall_custom: [
        ruleOf('block', 'block', 'http.request.uri.path eq "/v1/hoodi"'),
      ],
      http_request_late_transform: [ruleOf('rewrite', 'rewrite', 'true', rewrite)],
    });
    await edge.applyRules(zone, rules);
    const before = otherHeaders.length;
    const response = await visit(edge.port, sent());
    assert.deepEqual([response.status, JSON.parse(response.body)], [200, CHAIN]);
    assert.equal(otherHeaders.length, before);
    const blocked = await visit(edge.port, sent({}, { path: '/v1/hoodi' }));
    assert.equal(blocked.status, 403);
    assert.equal(blocked.headers['access-control-allow-origin'], '*');
    assert.match(errorOf(blocked.body).message, /^Blocked: /);
    // A header of this name that a visitor sends is not forwarded.
    await visit(edge.port, { headers: { 'palisade-edge-caller': 'forged' } });
    assert.equal(otherHeaders.at(-1)?.['palisade-edge-caller'], undefined);
  });

  it('have counts of their requests by status, including responses of the edge itself', async () => {
    const forbidden = sent({}, { path: '/v1/hoodi' });
    await edge.applyRules(
      zone,
      rulesOf({
        http_request_firewall_custom: [
          ruleOf('b', 'block', 'ends_with(http.request.uri.path, "hoodi")'),
        ],
      }),
    );
    edge.flush();
    const before = edge.gatewayUsage.length;
    for (const each of [sent(), sent(), sent({ host: 'keys.shop.test' }), forbidden]) {
      await visit(edge.port, each);
    }
    await visitAndFlush(edge);
    const counts = edge.gatewayUsage.slice(before).flatMap((message) => message.counts);
    const since = new Map(counts.map(([id, status, requests]) => [`${id} ${status}`, requests]));
    assert.deepEqual(
      ['open 200', 'kept 401', 'open 403'].map((key) => since.get(key)),
      [2, 1, 1],
    );
  });

  it('have the codes of JSON-RPC errors in the log, if a rule adds them', async () => {
    const fields = { response_fields: [{ name: 'palisade-rpc-errors' }] };
    const rule = ruleOf('f', 'log_custom_field', 'true', fields);
    await edge.applyRules(zone, rulesOf({ http_log_custom_fields: [rule] }));
    const wrong = '{"jsonrpc":"2.0","method":"eth_getBalance","id":2}';
    const unknown = '{"jsonrpc":"2.0","method":"eth_nothing","id":3}';
    for (const [body, logged] of [
      [`[${call},${wrong},${unknown},${wrong}]`, { 'palisade-rpc-errors': '-32602,-32601' }],
      [wrong, { 'palisade-rpc-errors': '-32602' }],
      [call, {}],
    ] as const) {
      const { headers } = await visitAndFlush(edge, sent({}, { body }));
      const event = edge.events.find(({ fields }) => fields.RayID === headers['cf-ray']);
      assert.deepEqual(event?.fields.ResponseHeaders, logged, body);
    }
  });

  it('respond with a JSON-RPC error if the gateway is down', async () => {
    await gateway.stop();
    const { status, body } = await visit(edge.port, sent());
    assert.equal(status, 503);
    assert.match(errorOf(body).message, /The gateway cannot be reached; try again/);
  });

  it('respond with a JSON-RPC error if the node runs no gateway', async () => {
    const without = await openTestEdge({ zones: [zone] });
    const { status, body } = await visit(without.port, sent());
    await without.close();
    assert.deepEqual([status, errorOf(body).code], [503, -32603]);
    assert.match(errorOf(body).message, /give it the role gateway/);
  });
});
