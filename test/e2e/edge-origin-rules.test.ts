/** Rules that override the origin: another port, another host, another server name for TLS. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls';
import type { OriginSnapshot } from '../../src/contracts/snapshot/load-balancing-section.ts';
import type { RuleSnapshot } from '../../src/contracts/snapshot/rulesets-section.ts';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { balancerOf, noAffinity, originOf, poolOf, zoneOf } from '../support/edge-snapshots.ts';
import { freePort } from '../support/free-port.ts';
import { RawVisitor } from '../support/raw-http.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';

const fixture = (file: string) => readFileSync(new URL(`../fixtures/tls/${file}`, import.meta.url));

const UPGRADE = 'Connection: upgrade\r\nUpgrade: chat\r\n';

/** Responds with its name and the request, in HTTP and after an upgrade. */
function talking(server: Server, name: string): Server {
  const words = ({ headers, socket }: { headers: Record<string, unknown>; socket: unknown }) =>
    `${name} ${headers['host']} ${(socket as TLSSocket).servername ?? ''}`.trim();
  server.on('request', (request, response) => response.end(words(request)));
  server.on('upgrade', (request, socket) => {
    socket.end(`HTTP/1.1 101 S\r\nconnection: upgrade\r\nupgrade: chat\r\n\r\n${words(request)}`);
  });
  return server.listen(0, '127.0.0.1');
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;

describe('rules about origins', () => {
  let first: Server;
  let second: Server;
  let other: Server;
  let secure: Server;
  let closedPort: number;
  let edge: TestEdge | undefined;
  const authorities = getCACertificates('default');

  before(async () => {
    first = talking(createServer(), 'first');
    second = talking(createServer(), 'second');
    other = talking(createServer(), 'other');
    const tls = { cert: fixture('shop.test.crt'), key: fixture('shop.test.key') };
    secure = talking(createTlsServer(tls), 'secure');
    await Promise.all([first, second, other, secure].map((server) => once(server, 'listening')));
    closedPort = await freePort();
    setDefaultCACertificates([...authorities, fixture('shop.test.crt').toString()]);
  });
  afterEach(async () => {
    await edge?.close();
    edge = undefined;
  });
  after(() => {
    setDefaultCACertificates(authorities);
    for (const server of [first, second, other, secure]) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function open(
    origins: readonly OriginSnapshot[],
    rules: readonly RuleSnapshot[],
    custom: readonly RuleSnapshot[] = [],
  ) {
    const affinity = { ...noAffinity, kind: 'cookie' as const };
    const pool = poolOf('pool', origins);
    const zone = zoneOf('shop.test', {
      loadBalancing: { balancers: [balancerOf('shop.test', ['pool'], { affinity })] },
      rulesets: rulesOf({ http_request_origin: rules, http_request_firewall_custom: custom }),
    });
    edge = await openTestEdge({ zones: [zone], pools: [pool] });
  }

  const route = (parameters: Record<string, unknown>, expression = 'true') =>
    ruleOf('r', 'route', expression, parameters);

  async function ask(path = '/', headers = 'Connection: close\r\n'): Promise<string> {
    const head = `GET ${path} HTTP/1.1\r\nHost: shop.test\r\n${headers}\r\n`;
    return await new RawVisitor(edge?.port ?? 0, head).end();
  }

  /** The responses of the origin to a request and to an upgrade. */
  async function said(): Promise<readonly string[]> {
    const body = (response: string) => response.slice(response.indexOf('\r\n\r\n') + 4);
    const plain = await ask();
    const tunnel = await ask('/', UPGRADE);
    assert.match(plain, /^HTTP\/1\.1 200 /);
    assert.match(tunnel, /^HTTP\/1\.1 101 /);
    return [body(plain), body(tunnel)];
  }

  const twice = (text: string) => [text, text];

  async function logged() {
    await new Promise((resolve) => setImmediate(resolve));
    edge?.flush();
    return edge?.events.map(({ fields }) => [fields.OriginIP, fields.EdgeRequestHost]);
  }

  it('choose another port of the same address', async () => {
    await open(
      [originOf(portOf(first), { hostHeader: 'inner.test' })],
      [route({ origin: { port: portOf(other) } })],
    );
    assert.deepEqual(await said(), twice('other inner.test'));
    assert.deepEqual(await logged(), [
      ['127.0.0.1', 'inner.test'],
      ['127.0.0.1', 'inner.test'],
    ]);
  });

  it('choose another host, which gets the Host header of the visitor', async () => {
    await open(
      [originOf(portOf(first), { address: '192.0.2.1', hostHeader: 'inner.test' })],
      [route({ origin: { host: 'localhost', port: portOf(other) } })],
    );
    assert.deepEqual(await said(), twice('other shop.test'));
    assert.deepEqual(await logged(), [
      ['', 'shop.test'],
      ['', 'shop.test'],
    ]);
  });

  it('choose another Host header, also for tunnels', async () => {
    await open([originOf(portOf(first))], [route({ host_header: 'b.test:8080' })]);
    assert.deepEqual(await said(), twice('first b.test:8080'));
    assert.deepEqual(await logged(), [
      ['127.0.0.1', 'b.test:8080'],
      ['127.0.0.1', 'b.test:8080'],
    ]);
  });

  it('are not in the log of a request that was not forwarded', async () => {
    const rule = route({ host_header: 'b.test', origin: { port: 1 } });
    await open([originOf(portOf(first))], [rule], [ruleOf('b', 'block')]);
    assert.match(await ask(), /^HTTP\/1\.1 403 /);
    assert.deepEqual(await logged(), [['', 'shop.test']]);
  });

  it('are merged; for each member the last rule wins', async () => {
    await open(
      [originOf(closedPort, { address: '192.0.2.1' })],
      [
        route({ origin: { host: '127.0.0.1', port: closedPort } }),
        route({ origin: { port: portOf(first) }, host_header: 'a.test' }),
        route({ origin: { port: portOf(other) } }),
        route({ origin: { port: closedPort } }, 'http.request.uri.path eq "/else"'),
      ],
    );
    assert.deepEqual(await said(), twice('other a.test'));
  });

  it('choose the server name for TLS, for which the certificate must be valid', async () => {
    const origin = originOf(portOf(secure), { scheme: 'https', hostHeader: 'b.test' });
    await open([origin], [route({ sni: { value: 'shop.test' } })]);
    assert.deepEqual(await said(), twice('secure b.test shop.test'));
    await edge?.close();
    await open([origin], [route({ sni: { value: 'b.test' }, host_header: 'shop.test' })]);
    assert.match(await ask(), /^HTTP\/1\.1 526 /);
    assert.match(await ask('/', UPGRADE), /^HTTP\/1\.1 526 /);
  });

  it('keep the scheme of the origin that was chosen', async () => {
    await open(
      [originOf(closedPort, { scheme: 'https', address: '192.0.2.1' })],
      [route({ origin: { host: 'localhost', port: portOf(secure) } })],
    );
    assert.deepEqual(await said(), twice('secure shop.test shop.test'));
  });

  for (const [what, origin, status] of [
    ['refuses', { host: '127.0.0.1' }, 521],
    ['does not exist', { host: 'nowhere.invalid' }, 523],
    ['has nothing at this port', {}, 521],
  ] as const) {
    it(`respond with ${status} if the host ${what}, and do not affect the pool`, async () => {
      const rule = { origin: { ...origin, port: closedPort } };
      await open(
        [originOf(portOf(first)), originOf(portOf(second))],
        [route(rule, 'http.request.uri.path eq "/elsewhere"')],
      );
      for (let n = 0; n < 3; n++) {
        assert.match(await ask('/elsewhere'), new RegExp(`^HTTP/1.1 ${status} `));
        assert.match(await ask('/elsewhere', UPGRADE), new RegExp(`^HTTP/1.1 ${status} `));
      }
      const responses = new Set<string>();
      for (let n = 0; n < 40; n++) responses.add((await ask()).split('\r\n\r\n')[1] ?? '');
      assert.deepEqual([...responses].sort(), ['first shop.test', 'second shop.test']);
    });
  }

  it('keep sessions with the origin of the pool', async () => {
    await open([originOf(portOf(first))], [route({ origin: { port: portOf(other) } })]);
    const [, cookie] = /set-cookie: (__cflb=[^;]+)/i.exec(await ask()) ?? [];
    assert.ok(cookie);
    const zone = zoneOf('shop.test', {
      loadBalancing: {
        balancers: [
          balancerOf('shop.test', ['pool'], { affinity: { ...noAffinity, kind: 'cookie' } }),
        ],
      },
    });
    await edge?.apply({ zones: [zone] });
    const again = await ask('/', `Connection: close\r\nCookie: ${cookie}\r\n`);
    assert.match(again, /first shop\.test$/);
    assert.doesNotMatch(again, /set-cookie/i);
  });
});
