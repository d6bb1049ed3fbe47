import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { ruleOf, rulesOf } from '../../../test/support/edge-rules.ts';
import { originOf, siteOf } from '../../../test/support/edge-snapshots.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { pagesOf } from '../../../test/support/page-policies.ts';
import { openTestEdge, type TestEdge } from '../../../test/support/test-edge.ts';
import { visit } from '../../../test/support/visit.ts';
import type { SiteResult } from '../../contracts/site-request.ts';

describe('requests of the node to a site', () => {
  let origin: Server;
  let edge: TestEdge;
  let received: IncomingMessage[];
  let isSlow = false;

  before(async () => {
    origin = createServer((incoming, outgoing) => {
      received.push(incoming);
      if (incoming.url === '/slow.js' && isSlow) return;
      if (incoming.url === '/typed.js') outgoing.setHeader('Content-Type', 'text/javascript');
      if (incoming.url === '/gone.js') outgoing.statusCode = 404;
      outgoing.setHeader('X-Kind', 'script');
      outgoing.end(incoming.url === '/large.js' ? Buffer.alloc(200_000) : 'let a = 1;');
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const { port } = origin.address() as AddressInfo;
    const [shop, below] = ['shop.test', 'team.shop.test'].map((name) =>
      siteOf(name, [originOf(port)]),
    );
    if (!shop || !below) assert.fail();
    const condition =
      'starts_with(http.request.uri.path, "/admin") and not ip.src in {127.0.0.0/8 10.0.0.0/8}';
    const rulesets = rulesOf({
      http_request_firewall_custom: [ruleOf('admin', 'block', condition)],
    });
    const sections = { ...shop.zone.sections, rulesets, pageMonitoring: pagesOf() };
    edge = await openTestEdge({
      zones: [{ ...shop.zone, sections }, below.zone],
      pools: [shop.pool, below.pool],
    });
  });
  beforeEach(() => {
    received = [];
  });
  after(async () => {
    origin.closeAllConnections();
    origin.close();
    await edge.close();
  });

  const ask = (url: string, rest: { timeoutMs?: number } = {}): Promise<SiteResult> =>
    edge.fetch({ zoneId: 'shop.test', url, timeoutMs: 5_000, maxBytes: 100_000, ...rest });

  const AS_SCRIPT = { 'sec-fetch-dest': 'script' };

  /** A visitor loads a file, as a script or otherwise. */
  async function load(url: string, headers: Record<string, string> = AS_SCRIPT): Promise<void> {
    const { host, pathname, search } = new URL(url);
    await visit(edge.port, { path: pathname + search, headers: { host, ...headers } });
    received = [];
  }

  it('reach its origins by the host that visitors use, without a DNS lookup', async () => {
    await load('https://www.shop.test/js/app.js?v=3');
    const result = await ask('https://www.shop.test/js/app.js?v=3');
    assert.ok(typeof result !== 'string');
    assert.deepEqual(
      [result.status, result.headers['x-kind'], Buffer.from(result.body).toString()],
      [200, 'script', 'let a = 1;'],
    );
    const [request] = received;
    assert.deepEqual(
      [request?.method, request?.url, request?.headers.host],
      ['GET', '/js/app.js?v=3', 'www.shop.test'],
    );
    assert.equal(request?.headers['x-forwarded-proto'], 'https');
    edge.flush();
    assert.equal(edge.events.at(-1)?.fields.ClientRequestPath, '/js/app.js');
  });

  it('reach nothing that rules block, even if rules allow certain addresses', async () => {
    await load('http://www.shop.test/admin/delete?id=1');
    const result = await ask('http://www.shop.test/admin/delete?id=1');
    assert.ok(typeof result !== 'string');
    assert.deepEqual([result.status, received.length], [403, 0]);
  });

  const addresses: readonly [
    what: string,
    path: string,
    headers: Record<string, string>,
    boolean,
  ][] = [
    ['that a visitor has got as a script', '/a.js', AS_SCRIPT, true],
    ['that a visitor has got with the type of a script', '/typed.js', {}, true],
    ['that a visitor has got as something else', '/cart', { 'sec-fetch-dest': 'document' }, false],
    ['that does not exist', '/gone.js', AS_SCRIPT, false],
    ['with another query', '/a.js?v=1', {}, false],
  ];
  for (const [what, path, headers, isFetched] of addresses) {
    it(`${isFetched ? 'reach' : 'do not reach'} an address ${what} (a forged report made the node send any GET request)`, async () => {
      await load(`http://www.shop.test${path}`, headers);
      const result = await ask(`http://www.shop.test${path}`);
      assert.equal(result === 'unseen', !isFetched);
      assert.equal(received.length, Number(isFetched));
    });
  }

  it('do not make an address a script', async () => {
    for (const _ of [1, 2]) assert.equal(await ask('http://www.shop.test/never.js'), 'unseen');
    assert.equal(received.length, 0);
  });

  const foreign: readonly [url: string, result: SiteResult][] = [
    ['http://team.shop.test/a.js', 'unseen'],
    ['http://other.test/a.js', 'not-served'],
    ['http://127.0.0.1/a.js', 'not-served'],
  ];
  for (const [url, result] of foreign) {
    it(`are refused for a host of another zone or of none: ${url}`, async () => {
      await load(url);
      assert.deepEqual([await ask(url), received.length], [result, 0]);
    });
  }

  it('fail if the response is too large or too slow, and end it at the origin', async () => {
    for (const path of ['large', 'slow']) await load(`http://shop.test/${path}.js`);
    isSlow = true;
    assert.equal(await ask('http://shop.test/large.js'), 'failed');
    const slow = ask('http://shop.test/slow.js', { timeoutMs: 200 });
    assert.equal(await slow, 'failed');
    await eventually('no request is in flight', () => edge.inFlight() === 0);
    await eventually('the origin notices', () => received.at(-1)?.destroyed === true);
  });
});
