/**
 * Responses before the request body was read: in a zone whose rules inspect bodies, for visitors that send nothing
 * after the head.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect as http2Connect } from 'node:http2';
import { after, afterEach, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { RulesetsSection } from '../../src/contracts/snapshot/rulesets-section.ts';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { openRawOrigin, type RawOrigin, RawVisitor } from '../support/raw-http.ts';
import { openTestEdge, type TestEdge, testEdgeConfig } from '../support/test-edge.ts';

const REDIRECT = 'http_request_dynamic_redirect';
const CUSTOM = 'http_request_firewall_custom';
const RATE = 'http_ratelimit';
const MANAGED = 'http_request_firewall_managed';
const LENGTH = 100_000;
const HIDDEN = 'GET /hidden HTTP/1.1\r\nHost: shop.test\r\n\r\n';
const folder = fileURLToPath(new URL('../fixtures/tls', import.meta.url));

const post = (path: string, headers = `Content-Length: ${LENGTH}\r\n`) =>
  `POST ${path} HTTP/1.1\r\nHost: shop.test\r\n${headers}\r\n`;

const inspecting = ruleOf('body', 'block', 'http.request.body.raw contains "bad"');
const to = { from_value: { target_url: { value: 'https://a.test/' } } };
const ratelimit = { characteristics: ['cf.colo.id'], period: 3_600, requests_per_period: 1 };

const rulesets: RulesetsSection = rulesOf({
  [REDIRECT]: [ruleOf('moved', 'redirect', 'http.request.uri.path eq "/moved"', to)],
  [CUSTOM]: [
    ruleOf('admin', 'block', 'http.request.uri.path eq "/admin"'),
    ruleOf('form', 'block', 'http.request.uri.path eq "/form" and http.request.body.size eq 3'),
  ],
  [RATE]: [ruleOf('rate', 'block', 'http.request.uri.path eq "/rated"', {}, { ratelimit })],
  [MANAGED]: [inspecting],
});

describe('requests that are answered before their body was read', () => {
  const visitors: RawVisitor[] = [];
  let origin: RawOrigin;
  let edge: TestEdge;

  before(async () => {
    origin = await openRawOrigin((socket) => {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\ntaken');
    });
    const site = siteOf('shop.test', [originOf(origin.port)]);
    const zone = { ...site.zone, sections: { ...site.zone.sections, rulesets } };
    edge = await openTestEdge(
      { zones: [zone], pools: [site.pool] },
      {
        limits: { ...testEdgeConfig.limits, inspectedSeconds: 30, headerSeconds: 1 },
        tls: { host: '127.0.0.1', port: 0, folder },
      },
    );
  });
  afterEach(() => {
    for (const visitor of visitors.splice(0)) visitor.socket.destroy();
  });
  after(async () => {
    await edge.close();
    origin.close();
  });

  function visit(bytes: string): RawVisitor {
    const visitor = new RawVisitor(edge.port, bytes);
    visitors.push(visitor);
    return visitor;
  }

  for (const [what, path, status] of [
    ['by a redirect', '/moved', 301],
    ['by a custom rule', '/admin', 403],
  ] as const) {
    it(`get a response ${what} (the edge waited 30 s for the body)`, async () => {
      const text = await visit(post(path)).until(/\r\n\r\n/);
      assert.match(text, new RegExp(`^HTTP/1.1 ${status} `));
    });
  }

  it('get a response of a rate limit', async () => {
    await visit(`GET /rated HTTP/1.1\r\nHost: shop.test\r\n\r\n`).until(/taken/);
    assert.match(await visit(post('/rated')).until(/\r\n\r\n/), /^HTTP\/1.1 429 /);
  });

  it('get a response with a chunked body as well', async () => {
    const text = await visit(post('/admin', 'Transfer-Encoding: chunked\r\n')).until(/\r\n\r\n/);
    assert.match(text, /^HTTP\/1.1 403 /);
  });

  it('do not get 100 (Continue), and their connection ends', async () => {
    const expecting = `Content-Length: ${LENGTH}\r\nExpect: 100-continue\r\n`;
    const text = await visit(post('/admin', expecting)).end();
    assert.match(text, /^HTTP\/1.1 403 /);
    assert.match(text, /^connection: close\r$/im);
    assert.doesNotMatch(text, / 100 /);
  });

  it('get 100 (Continue) when the first rule needs the body', async () => {
    const visitor = visit(post('/form', 'Content-Length: 3\r\nExpect: 100-continue\r\n'));
    // The length is in the head, so the custom rule needs no body.
    assert.match(await visitor.until(/\r\n\r\n/), /^HTTP\/1.1 403 /);
    const other = visit(post('/other', 'Content-Length: 3\r\nExpect: 100-continue\r\n'));
    await other.until(/^HTTP\/1.1 100 Continue\r\n\r\n$/);
    other.send('bad');
    assert.match(await other.until(/\r\n\r\nHTTP.*\r\n\r\n/s), /\r\n\r\nHTTP\/1.1 403 /);
  });

  it('cannot smuggle a request in their body', async () => {
    const hidden = HIDDEN.repeat(Math.ceil(LENGTH / HIDDEN.length)).slice(0, LENGTH);
    const visitor = visit(post('/admin'));
    await visitor.until(/\r\n\r\n/);
    visitor.send(hidden);
    visitor.send('GET /next HTTP/1.1\r\nHost: shop.test\r\n\r\n');
    await visitor.until(/taken/);
    assert.doesNotMatch(origin.received(), /hidden/);
    assert.match(origin.received(), /^GET \/next /m);
  });

  it('lose their connection if the body never ends', async () => {
    const visitor = visit(post('/admin'));
    await visitor.until(/\r\n\r\n/);
    visitor.send('x');
    await visitor.end();
  });

  it('get a response over HTTP/2 as well', async () => {
    const session = http2Connect(`https://127.0.0.1:${edge.tlsPort}`, {
      servername: 'shop.test',
      rejectUnauthorized: false,
    });
    const stream = session.request({
      ':method': 'POST',
      ':authority': 'shop.test',
      ':path': '/admin',
      'content-length': String(LENGTH),
    });
    stream.on('error', () => {});
    const [response] = await once(stream, 'response');
    assert.equal(response[':status'], 403);
    session.destroy();
  });
});
