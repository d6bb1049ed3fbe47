import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect as http2Connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { type ConnectionOptions, type TLSSocket, connect as tlsConnect } from 'node:tls';
import { fileURLToPath } from 'node:url';
import { WebSocket, WebSocketServer } from 'ws';
import type { TrafficSettings } from '../../src/contracts/snapshot/traffic-settings.ts';
import type { ZoneSection } from '../../src/contracts/snapshot/zone-section.ts';
import {
  visit as asBrowser,
  browserHeaders,
  solve,
  tokenIn,
} from '../../src/edge/challenge/challenge.fixture.ts';
import { ChallengeGate } from '../../src/edge/challenge/challenge-gate.ts';
import { DEFAULT_PROOF_BITS } from '../../src/edge/challenge/proof-of-work.ts';
import { systemClock } from '../../src/kernel/clock.ts';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf, zoneOf } from '../support/edge-snapshots.ts';
import { RawVisitor } from '../support/raw-http.ts';
import { openTestEdge, type TestEdge, testEdgeConfig } from '../support/test-edge.ts';
import { visit } from '../support/visit.ts';

const folder = fileURLToPath(new URL('../fixtures/tls', import.meta.url));

/** The solution of a challenge page that an edge with the same key sent a minute ago. */
function solution(): string {
  const gate = new ChallengeGate({
    key: Buffer.from(testEdgeConfig.key, 'hex'),
    clock: { ...systemClock, now: () => Date.now() - 60_000 },
    clearanceSeconds: 1,
  });
  const asked = asBrowser({
    zoneId: 'shop.test',
    host: 'shop.test',
    scheme: 'http',
    clientAddress: '127.0.0.1',
  });
  const rule = { ruleId: 'ask', rulesetId: '', source: '' };
  const token = tokenIn(gate.page(asked, 'js_challenge', rule));
  const checks = { automated: false, languages: 2 };
  return JSON.stringify({ token, nonces: solve(token, DEFAULT_PROOF_BITS), checks });
}

/** What the settings of a zone change, seen by visitors and origins. */
describe('settings of zones at the edge', () => {
  let edge: TestEdge;
  let origin: Server;
  let shop: ReturnType<typeof siteOf>;

  before(async () => {
    origin = createServer((request, response) => {
      request.resume();
      request.on('end', () => {
        response.setHeader('strict-transport-security', 'max-age=1');
        response.end(JSON.stringify(request.headers));
      });
    });
    const sockets = new WebSocketServer({ server: origin });
    sockets.on('connection', (socket) => socket.on('message', (data) => socket.send(data)));
    origin.listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const { port } = origin.address() as AddressInfo;
    shop = siteOf('shop.test', [originOf(port)]);
    const other = siteOf('a.other.test', [originOf(port)]);
    edge = await openTestEdge(
      { zones: [shop.zone, other.zone], pools: [shop.pool, other.pool] },
      { tls: { host: '127.0.0.1', port: 0, folder }, trustedProxies: ['127.0.0.9/32'] },
    );
  });
  after(async () => {
    origin.closeAllConnections();
    origin.close();
    await edge.close();
  });

  /** Gives the zone `shop.test` these settings and no others. */
  async function set(traffic: TrafficSettings | undefined, rest: Partial<ZoneSection> = {}) {
    const zone = { ...shop.zone.sections.zone, ...(traffic && { traffic }), ...rest };
    await edge.apply({ zones: [{ ...shop.zone, sections: { ...shop.zone.sections, zone } }] });
  }

  async function dial(options: ConnectionOptions = {}): Promise<TLSSocket> {
    const socket = tlsConnect({
      host: '127.0.0.1',
      port: edge.tlsPort,
      servername: 'shop.test',
      rejectUnauthorized: false,
      ...options,
    });
    await once(socket, 'secureConnect');
    return socket;
  }

  /** One request over TLS; an empty text if the connection is closed instead. */
  async function ask(options: ConnectionOptions = {}, host = 'shop.test', path = '/') {
    const socket = await dial(options);
    socket.on('error', () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    return await text(socket).catch(() => '');
  }

  const status = (response: string) => Number(response.split(' ')[1] ?? 0);

  it('redirect requests over http', async () => {
    await set({ alwaysUseHttps: true });
    const read = await visit(edge.port, { path: '/a/../b?c=d' });
    assert.deepEqual([read.status, read.headers.location], [301, 'https://shop.test/a/../b?c=d']);
    const sent = await visit(edge.port, { method: 'POST', body: 'x' });
    assert.deepEqual([sent.status, sent.headers.location], [308, 'https://shop.test/']);
    // An explicit port of the edge is replaced by its https port.
    const direct = await visit(edge.port, { headers: { host: `shop.test:${edge.port}` } });
    assert.equal(direct.headers.location, `https://shop.test:${edge.tlsPort}/`);
    const acme = await visit(edge.port, { path: '/.well-known/acme-challenge/token' });
    assert.equal(acme.status, 200);
    assert.equal((await visit(edge.port, { path: '/cdn-cgi/challenge/worker.js' })).status, 200);
    assert.equal(status(await ask()), 200);
    // Any client can send this header; only that of trusted proxies is used.
    const forged = await visit(edge.port, { headers: { 'x-forwarded-proto': 'https' } });
    assert.equal(forged.status, 301);
    await set({ alwaysUseHttps: true }, { paused: true });
    assert.equal((await visit(edge.port)).status, 200);
    // Also in a zone without any other configuration.
    const bare = zoneOf('bare.test', {});
    const headers = { host: 'bare.test' };
    await edge.apply({ zones: [bare] });
    assert.equal((await visit(edge.port, { headers })).status, 503);
    const zone = { ...bare.sections.zone, traffic: { alwaysUseHttps: true } as const };
    await edge.apply({ zones: [{ ...bare, sections: { ...bare.sections, zone } }] });
    assert.equal((await visit(edge.port, { headers })).headers.location, 'https://bare.test/');
  });

  it('refuse TLS below the minimum, also for hosts of other zones', async () => {
    await set({ tls: { version: 'TLSv1.3' } });
    assert.equal(status(await ask()), 200);
    assert.equal(await ask({ maxVersion: 'TLSv1.2' }).catch(() => ''), '');
    const elsewhere = { maxVersion: 'TLSv1.2', servername: 'a.other.test' } as const;
    assert.equal(status(await ask(elsewhere, 'a.other.test')), 200);
    assert.equal(status(await ask(elsewhere, 'shop.test')), 421);
    await set(undefined);
    assert.equal(status(await ask({ maxVersion: 'TLSv1.2' })), 200);
  });

  it('disable TLS 1.3 for one zone only', async () => {
    await set({ tls: { version: 'TLSv1.2' } });
    const limited = await dial();
    assert.equal(limited.getProtocol(), 'TLSv1.2');
    limited.destroy();
    const free = await dial({ servername: 'a.other.test' });
    assert.equal(free.getProtocol(), 'TLSv1.3');
    free.destroy();
    assert.equal(status(await ask()), 200);
    assert.equal(status(await ask({ servername: 'a.other.test' }, 'shop.test')), 421);
    await set(undefined);
    const again = await dial();
    assert.equal(again.getProtocol(), 'TLSv1.3');
    again.destroy();
  });

  it('disable HTTP/2 for one zone only', async () => {
    await set({ tls: { noHttp2: true } });
    const ALPNProtocols = ['h2', 'http/1.1'];
    const limited = await dial({ ALPNProtocols });
    assert.equal(limited.alpnProtocol, 'http/1.1');
    limited.destroy();
    const session = http2Connect(`https://127.0.0.1:${edge.tlsPort}`, {
      servername: 'a.other.test',
      rejectUnauthorized: false,
    });
    for (const [host, expected] of [
      ['a.other.test', 200],
      ['shop.test', 421],
      ['a.other.test', 200],
    ]) {
      const stream = session.request({ ':path': '/', ':authority': host as string });
      const [headers] = await once(stream, 'response');
      assert.equal(headers[':status'], expected);
      stream.close();
    }
    session.close();
    await set(undefined);
    const open = await dial({ ALPNProtocols });
    assert.equal(open.alpnProtocol, 'h2');
    open.destroy();
  });

  it('end connections that were opened before they changed', async () => {
    for (const tls of [{ noHttp2: true }, { version: 'TLSv1.2' }] as const) {
      await set(undefined);
      const session = http2Connect(`https://127.0.0.1:${edge.tlsPort}`, {
        servername: 'shop.test',
        rejectUnauthorized: false,
      });
      const ask = async () => {
        const stream = session.request({ ':path': '/', ':authority': 'shop.test' });
        const [headers] = await once(stream.resume(), 'response');
        return headers[':status'];
      };
      assert.equal(await ask(), 200);
      await set({ tls });
      const closed = once(session, 'close');
      assert.equal(await ask(), 421);
      await closed;
    }
    await set(undefined);
  });

  it('refuse WebSockets', async () => {
    const url = `ws://127.0.0.1:${edge.port}/`;
    const open = () => new WebSocket(url, { headers: { host: 'shop.test' } });
    await set({ noWebSockets: true });
    const refused = open();
    const [, response] = await once(refused, 'unexpected-response');
    assert.equal(response.statusCode, 403);
    refused.on('error', () => {});
    refused.terminate();
    response.destroy();
    await set(undefined);
    const socket = open();
    await once(socket, 'open');
    socket.send('hello');
    assert.equal(String((await once(socket, 'message'))[0]), 'hello');
    socket.terminate();
  });

  it('set security headers, also on responses of the edge itself', async () => {
    await set({ transportSecurity: 'max-age=300; preload', noSniff: true });
    const header = /^strict-transport-security: (.*)\r$/gim;
    const responses = [await ask(), await ask({}, 'shop.test', '/%2f..%2f')];
    assert.deepEqual(responses.map(status), [200, 400]);
    for (const response of responses) {
      assert.deepEqual(
        [...response.matchAll(header)].map(([, value]) => value),
        ['max-age=300; preload'],
      );
      assert.match(response, /^x-content-type-options: nosniff\r$/im);
    }
    const plain = await visit(edge.port);
    assert.equal(plain.headers['x-content-type-options'], 'nosniff');
    // Over http the header of the origin is not changed.
    assert.equal(plain.headers['strict-transport-security'], 'max-age=1');
  });

  it('set the lifetime of a clearance', async () => {
    const rules = rulesOf({ http_request_firewall_custom: [ruleOf('ask', 'js_challenge')] });
    const { zone } = shop.zone.sections;
    const setTime = (clearanceSeconds: number, rest: TrafficSettings = {}) => {
      const traffic = { clearanceSeconds, ...rest };
      const sections = { ...shop.zone.sections, zone: { ...zone, traffic } };
      return edge.applyRules({ ...shop.zone, sections }, rules);
    };
    await setTime(300, { noSniff: true });
    const shown = await visit(edge.port, { headers: browserHeaders as Record<string, string> });
    assert.equal(shown.headers['x-content-type-options'], 'nosniff');
    const headers = browserHeaders as Record<string, string>;
    const path = '/cdn-cgi/challenge/verify';
    const body = solution();
    const solved = await visit(edge.port, { method: 'POST', path, headers, body });
    const [cookie = ''] = solved.headers['set-cookie'] ?? [];
    assert.match(cookie, /Max-Age=300;/, solved.body);
    const cleared = { headers: { ...headers, cookie: cookie.split(';')[0] ?? '' } };
    assert.equal((await visit(edge.port, cleared)).status, 200);
    // A shorter lifetime applies to clearances already issued, too.
    await setTime(0);
    assert.equal((await visit(edge.port, cleared)).status, 403);
    await edge.applyRules(shop.zone, rulesOf({}));
  });

  it('limit bodies, with or without Content-Length', async () => {
    await set({ maxUploadMegabytes: 1 });
    const megabyte = Buffer.alloc(1024 * 1024);
    assert.equal((await visit(edge.port, { method: 'POST', body: megabyte })).status, 200);
    const announce = async (bytes: number) => {
      const head = `POST / HTTP/1.1\r\nhost: shop.test\r\ncontent-length: ${bytes}\r\n\r\n`;
      const visitor = new RawVisitor(edge.port, head);
      const response = await visitor.until(/\r\n\r\n/);
      visitor.socket.destroy();
      // The rest is not read.
      assert.match(response, /^connection: close\r$/im);
      return status(response);
    };
    assert.equal(await announce(1024 * 1024 + 1), 413);
    const chunked = await visit(edge.port, {
      method: 'POST',
      headers: { 'transfer-encoding': 'chunked' },
      body: Buffer.alloc(1024 * 1024 + 1),
    });
    assert.equal(chunked.status, 413);
    // Lower plans have lower limits.
    await set(undefined, { plan: 'free' });
    assert.equal(await announce(100 * 1024 * 1024 + 1), 413);
  });

  it('send the address of the visitor to origins', async () => {
    const headers = { 'true-client-ip': '192.0.2.1' };
    await set(undefined);
    const without = JSON.parse((await visit(edge.port, { headers })).body);
    assert.equal(without['true-client-ip'], undefined);
    await set({ trueClientIp: true });
    const seen = JSON.parse((await visit(edge.port, { headers })).body);
    assert.equal(seen['true-client-ip'], '127.0.0.1');
  });

  it('show rules the address that origins get, whatever the visitor sends', async () => {
    const test = 'any(http.request.headers["true-client-ip"][*] eq "192.0.2.1")';
    const odd = 'any(http.request.headers["true_client_ip"][*] eq "192.0.2.1")';
    const blocked = [ruleOf('r', 'block', `${test} or ${odd}`)];
    const visits = ['true-client-ip', 'True_Client_IP'].map((name) => ({ [name]: '192.0.2.1' }));
    for (const [traffic, status] of [
      [undefined, 403],
      [{ trueClientIp: true }, 200],
    ] as const) {
      const section = { ...shop.zone.sections.zone, ...(traffic && { traffic }) };
      const zone = { ...shop.zone, sections: { ...shop.zone.sections, zone: section } };
      await edge.applyRules(zone, rulesOf({ http_request_firewall_custom: blocked }));
      for (const headers of visits) {
        assert.equal((await visit(edge.port, { headers })).status, status);
      }
    }
  });
});
