import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, it, mock } from 'node:test';
import type { EdgeConfig } from '../../src/contracts/edge-channel.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { RawVisitor } from '../support/raw-http.ts';
import { openTestEdge, type TestEdge, testEdgeConfig } from '../support/test-edge.ts';

const HOST = 'Host: shop.test\r\n';
const get = (path = '/', headers = '') => `GET ${path} HTTP/1.1\r\n${HOST}${headers}\r\n`;

describe('limits of the edge', { concurrency: true }, () => {
  let origin: Server;
  /** Requests that the origin leaves without a response. */
  let held = 0;
  const edges: TestEdge[] = [];

  before(async () => {
    origin = createServer(({ url, headers }, response) => {
      if (url === '/held') held += 1;
      else if (url !== '/silent') response.end(JSON.stringify(headers));
    });
    origin.listen(0, '127.0.0.1');
    await once(origin, 'listening');
  });
  after(async () => {
    origin.closeAllConnections();
    origin.close();
    await Promise.all(edges.map((edge) => edge.close()));
  });

  async function open({
    limits,
    ...config
  }: Partial<Omit<EdgeConfig, 'limits'>> & { limits?: Partial<EdgeConfig['limits']> } = {}) {
    const { port } = origin.address() as AddressInfo;
    const { zone, pool } = siteOf('shop.test', [originOf(port)]);
    const edge = await openTestEdge(
      { zones: [zone], pools: [pool] },
      { ...config, limits: { ...testEdgeConfig.limits, ...limits } },
    );
    edges.push(edge);
    return edge;
  }

  it('include a timeout for the head of a request', async () => {
    const { port } = await open({ limits: { headerSeconds: 1 } });
    const visitor = new RawVisitor(port, 'GET / HTTP/1.1\r\nHost: sh');
    assert.match(await visitor.end(), /^HTTP\/1.1 408 /);
  });

  it('include an idle timeout between requests', async () => {
    const { port } = await open({ limits: { keepAliveSeconds: 1 } });
    const visitor = new RawVisitor(port, get());
    assert.match(await visitor.end(), /^HTTP\/1.1 200 /);
  });

  it('apply to the head as configured', async () => {
    const { port } = await open({ limits: { headerBytes: 2_048, headerCount: 8, urlBytes: 64 } });
    const many = Array.from({ length: 8 }, (_, n) => `X-${n}: a\r\n`).join('');
    for (const [sent, status] of [
      [get('/', many.slice(0, -'X-7: a\r\n'.length)), 200],
      [get('/', many), 431],
      [get('/', `X-A: ${'a'.repeat(3_000)}\r\n`), 431],
      [get(`/${'a'.repeat(63)}`), 200],
      [get(`/${'a'.repeat(64)}`), 414],
    ] as const) {
      const visitor = new RawVisitor(port, sent);
      assert.match(await visitor.until(/\r\n\r\n/), new RegExp(`^HTTP/1.1 ${status} `));
      visitor.socket.destroy();
    }
  });

  it('include a maximum number of connections', async () => {
    const { port } = await open({ limits: { connections: 2 } });
    const visitors: RawVisitor[] = [];
    // One after the other, so that the first is the longest idle.
    for (let n = 0; n < 2; n++) {
      const visitor = new RawVisitor(port, get());
      visitors.push(visitor);
      await visitor.until(/ 200 /);
    }
    const third = new RawVisitor(port, get());
    await third.until(/ 200 /);
    // The longest idle connection is closed for a new one; busy ones are not.
    await visitors[0]?.closed;
    visitors[1]?.send(get('/held'));
    third.send(get('/held'));
    await eventually('both are busy', () => held === 2);
    assert.equal(await new RawVisitor(port, get()).end(), '');
    visitors.push(third);
    for (const visitor of visitors) visitor.socket.destroy();
  });

  it('include a timeout for the response of an origin', async () => {
    const { port } = await open({ origins: { ...testEdgeConfig.origins, responseSeconds: 1 } });
    const visitor = new RawVisitor(port, get('/silent', 'Connection: close\r\n'));
    assert.match(await visitor.end(), /^HTTP\/1.1 524 /);
  });
});

describe('a body that trickles', () => {
  afterEach(() => mock.timers.reset());

  it('is aborted while the origin waits for it, with its connection', async () => {
    const origin = createServer((request) => request.resume());
    origin.listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const { port } = origin.address() as AddressInfo;
    mock.timers.enable({ apis: ['setInterval'] });
    const { zone, pool } = siteOf('shop.test', [originOf(port)]);
    const edge = await openTestEdge({ zones: [zone], pools: [pool] });
    const visitor = new RawVisitor(
      edge.port,
      `POST / HTTP/1.1\r\n${HOST}Content-Length: 100000\r\n\r\nx`,
    );
    const [request] = await once(origin, 'request');
    mock.timers.tick(5_000);
    // Enough for 5 seconds at 240 bytes each.
    visitor.send('x'.repeat(1_200));
    await eventually('it arrived', () => request.socket.bytesRead > 1_200);
    mock.timers.tick(5_000);
    visitor.send('x'.repeat(1_199));
    await eventually('it arrived', () => request.socket.bytesRead > 2_399);
    assert.equal(visitor.text, '');
    mock.timers.tick(5_000);
    assert.match(await visitor.end(), /^HTTP\/1.1 408 /);
    mock.timers.reset();
    await eventually('no request is in flight', () => edge.inFlight() === 0);
    await edge.close();
    origin.close();
  });
});

describe('the address of a visitor', () => {
  let origin: Server;
  const edges: TestEdge[] = [];

  before(async () => {
    origin = createServer(({ headers }, response) => {
      response.end(`${headers['cf-connecting-ip']}|${headers['x-forwarded-for']}`);
    });
    origin.listen(0, '127.0.0.1');
    await once(origin, 'listening');
  });
  after(async () => {
    origin.closeAllConnections();
    origin.close();
    await Promise.all(edges.map((edge) => edge.close()));
  });

  const hops = (count: number, hop: string) => Array(count).fill(hop).join(', ');

  /** Trusted proxies, the headers that are sent, and the address that the origin gets. */
  const table: readonly (readonly [
    name: string,
    trusted: readonly string[],
    headers: string,
    address: string,
    config?: Partial<EdgeConfig>,
  ])[] = [
    ['is the peer without trust', [], 'X-Forwarded-For: 9.9.9.9\r\n', '127.0.0.1'],
    [
      'is the peer if only another proxy is trusted',
      ['10.0.0.0/8'],
      'X-Forwarded-For: 9.9.9.9\r\n',
      '127.0.0.1',
    ],
    ['is what a trusted proxy says', ['127.0.0.1/32'], 'X-Forwarded-For: 9.9.9.9\r\n', '9.9.9.9'],
    [
      'is the last one that is not a trusted proxy',
      ['127.0.0.0/8', '10.0.0.0/8'],
      'X-Forwarded-For: 6.6.6.6, 9.9.9.9, 10.1.1.1\r\n',
      '9.9.9.9',
    ],
    [
      'is found over several headers',
      ['127.0.0.0/8', '10.0.0.0/8'],
      'X-Forwarded-For: 6.6.6.6\r\nX-Forwarded-For: 9.9.9.9, 10.1.1.1\r\n',
      '9.9.9.9',
    ],
    [
      'is the first when all are trusted',
      ['127.0.0.0/8', '10.0.0.0/8'],
      'X-Forwarded-For: 10.2.2.2, 10.1.1.1\r\n',
      '10.2.2.2',
    ],
    [
      'stops at garbage',
      ['127.0.0.0/8', '10.0.0.0/8'],
      'X-Forwarded-For: 9.9.9.9, nonsense, 10.1.1.1\r\n',
      '10.1.1.1',
    ],
    [
      'is the peer when there is only garbage',
      ['127.0.0.0/8'],
      'X-Forwarded-For: 1.2.3\r\n',
      '127.0.0.1',
    ],
    ['is the peer when the header is empty', ['127.0.0.0/8'], 'X-Forwarded-For:\r\n', '127.0.0.1'],
    ['may be IPv6', ['127.0.0.0/8'], 'X-Forwarded-For: 2001:DB8::1\r\n', '2001:db8::1'],
    ['may be IPv4 in IPv6', ['127.0.0.0/8'], 'X-Forwarded-For: ::ffff:9.9.9.9\r\n', '9.9.9.9'],
    ['may have a port', ['127.0.0.0/8'], 'X-Forwarded-For: 9.9.9.9:4711\r\n', '9.9.9.9'],
    [
      'may be IPv6 with a port',
      ['127.0.0.0/8'],
      'X-Forwarded-For: [2001:db8::1]:1\r\n',
      '2001:db8::1',
    ],
    [
      'cannot be hidden behind a long list',
      ['127.0.0.0/8'],
      `X-Forwarded-For: ${hops(100, '6.6.6.6')}, 9.9.9.9\r\n`,
      '9.9.9.9',
    ],
    [
      'is looked for in the last 32 entries',
      ['127.0.0.0/8', '10.0.0.0/8'],
      `X-Forwarded-For: 9.9.9.9, ${hops(40, '10.1.1.1')}\r\n`,
      '10.1.1.1',
    ],
    [
      'comes from another header',
      ['127.0.0.0/8'],
      'X-Forwarded-For: 6.6.6.6\r\nX-Real-IP: 9.9.9.9\r\n',
      '9.9.9.9',
      { clientAddressHeader: 'x-real-ip' },
    ],
  ];
  for (const [name, trustedProxies, headers, address, config] of table) {
    it(name, async () => {
      const { port } = origin.address() as AddressInfo;
      const { zone, pool } = siteOf('shop.test', [originOf(port)]);
      const edge = await openTestEdge(
        { zones: [zone], pools: [pool] },
        { trustedProxies, ...config },
      );
      edges.push(edge);
      const visitor = new RawVisitor(edge.port, get('/', `${headers}Connection: close\r\n`));
      const body = (await visitor.end()).split('\r\n\r\n')[1] ?? '';
      const [client, chain = ''] = body.split('|');
      assert.equal(client, address);
      assert.ok(chain.endsWith('127.0.0.1'));
      if (!trustedProxies.includes('127.0.0.0/8')) return;
      edge.flush();
      assert.equal(edge.events[0]?.fields.ClientIP, address);
    });
  }

  it('comes from the PROXY header of a load balancer', async () => {
    const { port } = origin.address() as AddressInfo;
    const { zone, pool } = siteOf('shop.test', [originOf(port)]);
    const edge = await openTestEdge(
      { zones: [zone], pools: [pool] },
      { proxyProtocol: ['127.0.0.0/8'] },
    );
    edges.push(edge);
    const request = get('/', 'Connection: close\r\n');
    const header = 'PROXY TCP4 192.0.2.1 192.0.2.2 56324 80\r\n';
    const visitor = new RawVisitor(edge.port, header + request);
    assert.match(await visitor.end(), /\r\n\r\n192\.0\.2\.1\|/);
    edge.flush();
    assert.equal(edge.events[0]?.fields.ClientIP, '192.0.2.1');
    assert.equal(edge.events[0]?.fields.ClientSrcPort, 56_324);
    assert.equal(await new RawVisitor(edge.port, request).end(), '');
  });
});
