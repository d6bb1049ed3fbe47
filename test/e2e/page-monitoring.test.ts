/** The edge's part of page monitoring over real sockets: headers of pages, reports, cookies. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, type Server } from 'node:http';
import { connect as http2Connect } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { PageMonitoringSection } from '../../src/contracts/snapshot/page-monitoring-section.ts';
import type { ZoneSections } from '../../src/contracts/snapshot/zone-snapshot.ts';
import { type ReportToken, ReportTokens } from '../../src/edge/page-monitoring/report-token.ts';
import { ruleOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { pagesOf, policyOf } from '../support/page-policies.ts';
import { RawVisitor } from '../support/raw-http.ts';
import { recordedTelemetry } from '../support/recorded-telemetry.ts';
import { openTestEdge, type TestEdge, testEdgeConfig } from '../support/test-edge.ts';
import { visit as visitAt } from '../support/visit.ts';

const ENFORCED = 'content-security-policy';
const REPORT_ONLY = 'content-security-policy-report-only';
const REPORT_PATH = '/cdn-cgi/script_monitor/report';
const folder = fileURLToPath(new URL('../fixtures/tls', import.meta.url));
const tokens = new ReportTokens(Buffer.from(testEdgeConfig.key, 'hex'));

const MONITORING =
  /^script-src 'unsafe-inline' 'unsafe-eval'; connect-src 'none'; report-uri (\S+)$/;

interface Sent {
  /** Port of another edge. */
  readonly port?: number;
  readonly path?: string;
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

interface Seen {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** All values of a header that may be repeated, in order. */
  all(name: string): string[];
}

describe('page monitoring at the edge', () => {
  let origin: Server;
  let edge: TestEdge;
  let shop: ReturnType<typeof siteOf>;
  let other: ReturnType<typeof siteOf>;
  /** Response of the origin: status, then header names and values. */
  let originResponse: [number, string[]];
  /** The response to each request. */
  let respond: (incoming: IncomingMessage) => [number, string[]];
  let received: IncomingMessage | undefined;
  const telemetry = recordedTelemetry();

  before(async () => {
    origin = createServer((incoming, outgoing) => {
      received = incoming;
      const [status, headers] = respond(incoming);
      outgoing.writeHead(status, headers);
      outgoing.end(status === 304 ? undefined : '<p>page');
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const { port } = origin.address() as AddressInfo;
    shop = siteOf('shop.test', [originOf(port)]);
    other = siteOf('other.test', [originOf(port)]);
    edge = await openTestEdge(
      { pools: [shop.pool, other.pool] },
      {
        pages: { sampleRate: 1, reportingHost: 'reports.test:8443' },
        tls: { host: '127.0.0.1', port: 0, folder },
      },
      { telemetry },
    );
  });
  beforeEach(async () => {
    originResponse = [200, ['content-type', 'text/html; charset=utf-8']];
    respond = () => originResponse;
    received = undefined;
    await configure(pagesOf());
    edge.flush();
    edge.observations.length = 0;
    edge.violations.length = 0;
    telemetry.records.length = 0;
  });
  after(async () => {
    origin.closeAllConnections();
    origin.close();
    await edge.close();
  });

  async function configure(
    pageMonitoring: PageMonitoringSection | undefined,
    rest: Partial<ZoneSections> = {},
  ): Promise<void> {
    const withPages = ({ zone }: typeof shop) => ({
      ...zone,
      sections: { ...zone.sections, ...(pageMonitoring && { pageMonitoring }) },
    });
    const { zone } = shop;
    await edge.apply({
      zones: [{ ...zone, sections: { ...withPages(shop).sections, ...rest } }, withPages(other)],
    });
  }

  async function visit(sent: Sent = {}): Promise<Seen> {
    const { status, headers, rawHeaders } = await visitAt(sent.port ?? edge.port, sent);
    const all = (name: string) =>
      rawHeaders.filter((_, i) => i % 2 === 1 && rawHeaders[i - 1]?.toLowerCase() === name);
    return { status, headers, all };
  }

  /** The results of reports that were counted since the test began. */
  function results(): string[] {
    const labels = telemetry.records.map((record) => (record as { result?: string }[])[0]?.result);
    return labels.filter((result) => result !== undefined);
  }

  describe('headers of pages', () => {
    const types: readonly (readonly [string | undefined, boolean])[] = [
      ['text/html', true],
      ['text/html;charset=utf-8', true],
      ['TEXT/HTML ; charset=x', true],
      ['application/xhtml+xml', true],
      ['application/json', false],
      ['text/htmlx', false],
      ['text/plain', false],
      ['image/svg+xml', false],
      [undefined, false],
    ];
    for (const [type, isPage] of types) {
      it(`${type ?? 'without a type'}: ${isPage ? 'policies and monitoring' : 'policies only'}`, async () => {
        await configure(pagesOf({ policies: [policyOf('p', 'allow', "script-src 'self'")] }));
        originResponse = [200, type === undefined ? [] : ['Content-Type', type]];
        const seen = await visit();
        assert.equal(seen.all(ENFORCED).length, 1);
        assert.equal(seen.all(REPORT_ONLY).length, isPage ? 1 : 0);
      });
    }

    const statuses: readonly (readonly [string, number, number, number])[] = [
      ['GET', 200, 1, 1],
      ['GET', 404, 1, 1],
      ['GET', 503, 1, 1],
      ['GET', 301, 1, 1],
      ['POST', 200, 1, 1],
      ['HEAD', 200, 1, 0],
      ['GET', 304, 0, 0],
    ];
    for (const [method, status, policies, monitoring] of statuses) {
      it(`${method} ${status}: ${policies} of a policy, ${monitoring} for monitoring`, async () => {
        await configure(pagesOf({ policies: [policyOf('p', 'allow', "script-src 'self'")] }));
        originResponse = [status, ['content-type', 'text/html']];
        const seen = await visit({ method });
        assert.equal(seen.status, status);
        assert.deepEqual(
          [seen.all(ENFORCED).length, seen.all(REPORT_ONLY).length],
          [policies, monitoring],
        );
      });
    }

    it('are added to a 304 only beside headers of the origin with the same name, which would replace them', async () => {
      const policies = [
        policyOf('one', 'allow', "script-src 'self'"),
        policyOf('two', 'log', "img-src 'self'"),
      ];
      await configure(pagesOf({ policies }));
      originResponse = [304, [ENFORCED, "img-src 'none'"]];
      const seen = await visit({ headers: { 'sec-fetch-dest': 'image', 'if-none-match': '"1"' } });
      const names = (name: string) => seen.all(name).map((value) => value.split(';')[0]);
      assert.deepEqual(names(ENFORCED), ["img-src 'none'", "script-src 'self'"]);
      assert.deepEqual(names(REPORT_ONLY), []);
    });

    const stored = { 'if-none-match': '"1"', 'if-modified-since': 'Wed, 21 Oct 2026 07:28:00 GMT' };
    const requests: readonly (readonly [string, Record<string, string>, boolean])[] = [
      ['a page', { 'sec-fetch-dest': 'document' }, true],
      ['a frame', { 'sec-fetch-dest': 'iframe' }, true],
      ['a worker', { 'sec-fetch-dest': 'worker' }, true],
      ['an unnamed destination', {}, true],
      ['an image', { 'sec-fetch-dest': 'image' }, false],
      ['a script', { 'sec-fetch-dest': 'script' }, false],
    ];
    for (const [what, dest, isWhole] of requests) {
      it(`${what} is requested from the origin ${isWhole ? 'without' : 'with'} the validators of the browser`, async () => {
        await configure(pagesOf({ policies: [policyOf('p', 'allow', "script-src 'self'")] }));
        await visit({ headers: { ...stored, ...dest } });
        const names = Object.keys(received?.headers ?? {}).filter((name) => name in stored);
        assert.equal(names.length, isWhole ? 0 : 2);
      });
    }

    it('do not remove validators in a zone without policies, nor from write requests', async () => {
      await visit({ headers: stored });
      assert.equal(received?.headers['if-none-match'], '"1"');
      await configure(pagesOf({ policies: [policyOf('p', 'allow', "script-src 'self'")] }));
      await visit({ method: 'PUT', headers: { 'if-none-match': '*' } });
      assert.equal(received?.headers['if-none-match'], '*');
    });

    it('are also added to a cached page, which is requested without validators if it is sampled', async () => {
      const page = { accept: 'text/html,*/*;q=0.8', 'if-none-match': '"1"' };
      const requests: readonly (readonly [Record<string, string>, string | undefined])[] = [
        [page, undefined],
        [{ ...page, 'sec-fetch-dest': 'document' }, undefined],
        // A subresource of the page, and a part that a script loads.
        [{ ...page, accept: '*/*' }, '"1"'],
        [{ ...page, 'sec-fetch-dest': 'empty' }, '"1"'],
      ];
      for (const [headers, validator] of requests) {
        const seen = await visit({ headers });
        assert.equal(received?.headers['if-none-match'], validator);
        const isPageView = headers['sec-fetch-dest'] !== 'empty';
        assert.equal(seen.all(REPORT_ONLY).length, isPageView ? 1 : 0);
      }
    });

    it('are different for each page view', async () => {
      const [first, second] = [(await visit()).all(REPORT_ONLY), (await visit()).all(REPORT_ONLY)];
      assert.notDeepEqual(first, second);
    });

    it('of a cached page are the current ones, after those of the origin', async () => {
      const policies = [policyOf('p', 'allow', "script-src 'self'")];
      await configure(pagesOf({ policies }));
      // This origin sends its policy with the page, but not with a 304.
      respond = ({ headers }) =>
        headers['if-none-match']
          ? [304, []]
          : [200, ['content-type', 'text/html', ENFORCED, "img-src 'none'"]];
      const seen = await visit({ headers: { 'if-none-match': '"1"' } });
      assert.equal(seen.status, 200);
      const [theirs, ours] = seen.all(ENFORCED);
      assert.equal(theirs, "img-src 'none'");
      assert.match(ours ?? '', /^script-src 'self'; report-uri /);
    });

    it('come after those of the origin, one line for each policy that matches, in order', async () => {
      const policies = [
        policyOf('one', 'allow', "script-src 'self';", 'http.host eq "shop.test"'),
        policyOf('two', 'log', "connect-src 'none'"),
        policyOf('three', 'allow', "img-src 'self'", 'http.request.uri.path eq "/elsewhere"'),
        policyOf('four', 'allow', "font-src 'self'", 'http.response.code eq 200'),
      ];
      await configure(pagesOf({ isMonitored: false, policies }));
      originResponse[1].push('Content-Security-Policy', "default-src 'self'");
      originResponse[1].push(
        'Content-Security-Policy-Report-Only',
        "frame-src 'none'; report-uri /mine",
      );
      const seen = await visit();
      const stripped = (name: string) =>
        seen.all(name).map((value) => value.replace(/report-uri \/cdn-cgi\S+$/, 'report-uri us'));
      assert.deepEqual(stripped(ENFORCED), [
        "default-src 'self'",
        "script-src 'self'; report-uri us",
        "font-src 'self'; report-uri us",
      ]);
      assert.deepEqual(stripped(REPORT_ONLY), [
        "frame-src 'none'; report-uri /mine",
        "connect-src 'none'; report-uri us",
      ]);
    });

    it('request reports on monitored pages, to a relative URL that is valid for every host name', async () => {
      const { all } = await visit({ headers: { host: 'www.shop.test' } });
      const [, endpoint] = MONITORING.exec(all(REPORT_ONLY)[0] ?? '') ?? [];
      assert.match(endpoint ?? '', /^\/cdn-cgi\/script_monitor\/report\?t=[\w-]+\.[\w-]+$/);
      assert.deepEqual(all('reporting-endpoints'), []);
    });

    it('name the shared reporting host if the zone uses it', async () => {
      const policies = [policyOf('p', 'log', "script-src 'self'")];
      await configure(pagesOf({ usesSharedEndpoint: true, policies }));
      const { all } = await visit();
      for (const value of all(REPORT_ONLY)) {
        assert.match(
          value,
          /report-uri https:\/\/reports\.test:8443\/cdn-cgi\/script_monitor\/report\?t=/,
        );
      }
      assert.equal(all(REPORT_ONLY).length, 2);
    });

    it('request hashes over TLS, in a separate policy', async () => {
      const session = http2Connect(`https://127.0.0.1:${edge.tlsPort}`, {
        servername: 'shop.test',
        rejectUnauthorized: false,
      });
      const stream = session.request({ ':path': '/', ':authority': 'shop.test' });
      const [headers] = await once(stream, 'response');
      stream.resume();
      await once(stream, 'end');
      session.close();
      const [monitoring, hashes] = String(headers[REPORT_ONLY]).split(', ');
      assert.match(monitoring ?? '', MONITORING);
      assert.match(hashes ?? '', /'report-sha256'; report-to palisade-pages$/);
      assert.match(headers['reporting-endpoints'], /^palisade-pages="\/cdn-cgi\/\S+"$/);
    });

    it('request hashes if a trusted proxy reports TLS', async () => {
      const { zone, pool } = shop;
      const sections = { ...zone.sections, pageMonitoring: pagesOf() };
      const behind = await openTestEdge(
        { zones: [{ ...zone, sections }], pools: [pool] },
        { trustedProxies: ['127.0.0.0/8'] },
      );
      const headers = { 'x-forwarded-proto': 'https' };
      const seen = await visit({ port: behind.port, headers });
      await behind.close();
      assert.match(seen.all(REPORT_ONLY)[1] ?? '', /'report-sha256'/);
      // This edge trusts no proxy.
      assert.equal((await visit({ headers })).all(REPORT_ONLY).length, 1);
    });

    it('are selected by the path after rewriting', async () => {
      const policies = [
        policyOf('new', 'allow', "script-src 'self'", 'http.request.uri.path eq "/new"'),
        policyOf('old', 'allow', "img-src 'self'", 'http.request.uri.path eq "/old"'),
        policyOf('raw', 'allow', "font-src 'self'", 'raw.http.request.uri.path eq "/old"'),
      ];
      const rewrite = ruleOf('rewrite', 'rewrite', 'true', { uri: { path: { value: '/new' } } });
      const rulesets = rulesOf({ http_request_transform: [rewrite] });
      await configure(pagesOf({ policies }), { rulesets });
      const directives = (await visit({ path: '/old' })).all(ENFORCED).map((v) => v.split(' ')[0]);
      assert.equal(received?.url, '/new');
      assert.deepEqual(directives, ['script-src', 'font-src']);
    });

    it('are selected by the headers of the origin (regression: a condition on these alone never matched)', async () => {
      const isSent = 'any(raw.http.response.headers["x-a"][*] eq "1")';
      await configure(pagesOf({ policies: [policyOf('p', 'allow', "script-src 'self'", isSent)] }));
      assert.equal((await visit()).all(ENFORCED).length, 0);
      originResponse[1].push('x-a', '1');
      assert.equal((await visit()).all(ENFORCED).length, 1);
    });

    it('are in the current response headers that rules see, but not in the raw ones of the origin', async () => {
      const policies = [policyOf('p', 'allow', "script-src 'self'")];
      const seenIn = (field: string) =>
        ruleOf(field, 'rewrite', `any(lower(${field}[*])[*] eq "${ENFORCED}")`, {
          headers: { [`x-${field.split('.')[0]}`]: { operation: 'set', value: 'seen' } },
        });
      const rulesets = rulesOf({
        http_response_headers_transform: [
          seenIn('http.response.headers.names'),
          seenIn('raw.http.response.headers.names'),
        ],
      });
      await configure(pagesOf({ policies }), { rulesets });
      const { all } = await visit();
      assert.deepEqual([all('x-http'), all('x-raw')], [['seen'], []]);
    });

    it('are replaced by a rule that sets the header, and stay if a rule adds one', async () => {
      const policies = [policyOf('p', 'allow', "script-src 'self'")];
      const rule = (operation: string) =>
        rulesOf({
          http_response_headers_transform: [
            ruleOf('headers', 'rewrite', 'true', {
              headers: { [ENFORCED]: { operation, value: "img-src 'none'" } },
            }),
          ],
        });
      await configure(pagesOf({ policies }), { rulesets: rule('set') });
      assert.deepEqual((await visit()).all(ENFORCED), ["img-src 'none'"]);
      await configure(pagesOf({ policies }), { rulesets: rule('add') });
      const [ours, theirs] = (await visit()).all(ENFORCED);
      assert.match(ours ?? '', /^script-src 'self'; report-uri /);
      assert.equal(theirs, "img-src 'none'");
    });

    it('are not added in a zone without page monitoring, nor in a paused one', async () => {
      await configure(undefined);
      assert.deepEqual((await visit()).all(REPORT_ONLY), []);
      const paused = { zone: { ...shop.zone.sections.zone, paused: true } };
      const policies = [policyOf('p', 'allow', "script-src 'self'")];
      await configure(pagesOf({ policies }), paused);
      const seen = await visit();
      assert.deepEqual([seen.all(ENFORCED), seen.all(REPORT_ONLY)], [[], []]);
    });

    it('leave out an invalid policy, and do not block other changes', async () => {
      const good = policyOf('good', 'allow', "script-src 'self'");
      const bad = policyOf('bad', 'allow', 'script-src\fhttps:');
      await configure(pagesOf({ policies: [bad, good] }));
      assert.equal((await visit()).all(ENFORCED).length, 1);
      const rulesets = rulesOf({ http_request_firewall_custom: [ruleOf('block', 'block')] });
      await configure(pagesOf({ policies: [bad, good] }), { rulesets });
      assert.equal((await visit()).status, 403);
    });
  });

  it('samples what browsers open, whatever programs and frames request (500 requests of a program used up the sample of a day)', async () => {
    const { sampled, close } = await openSampling();
    try {
      const others = [{}, { accept: '*/*' }, { accept: 'text/html', 'sec-fetch-dest': 'iframe' }];
      for (let n = 0; n < 510; n++) await sampled(`10.0.${n >> 8}.${n & 255}`, others[n % 3] ?? {});
      const browsers = [{ accept: 'text/html,*/*;q=0.8' }, { 'sec-fetch-dest': 'document' }];
      const views: boolean[] = [];
      for (let n = 0; n < 40; n++) {
        views.push(await sampled(`192.0.2.${n % 8}`, browsers[n % 2] ?? {}));
      }
      assert.ok(views.every((each) => each));
    } finally {
      await close();
    }
  });

  const noPageViews: readonly (readonly [string, Record<string, string>, string?])[] = [
    ['of programs', { accept: '*/*' }],
    ['of frames', { accept: 'text/html', 'sec-fetch-dest': 'iframe' }],
    ['with another response than HTML', { accept: 'text/html' }, 'application/json'],
  ];
  for (const [what, headers, type = 'text/html'] of noPageViews) {
    it(`samples page views of a visitor after many requests ${what}`, async () => {
      const { sampled, close } = await openSampling();
      try {
        originResponse = [200, ['content-type', type]];
        for (let n = 0; n < 25; n++) await sampled('192.0.2.1', headers);
        originResponse = [200, ['content-type', 'text/html']];
        const views: boolean[] = [];
        for (let n = 0; n < 10; n++)
          views.push(await sampled('192.0.2.1', { accept: 'text/html' }));
        assert.ok(views.every((each) => each));
      } finally {
        await close();
      }
    });
  }

  /** An edge that samples automatically, and whether it sampled a request from an address. */
  async function openSampling() {
    const { zone, pool } = shop;
    const sections = { ...zone.sections, pageMonitoring: pagesOf() };
    const sampling = await openTestEdge(
      { zones: [{ ...zone, sections }], pools: [pool] },
      { pages: { sampleRate: 'auto', reportingHost: undefined }, trustedProxies: ['127.0.0.1/32'] },
    );
    const agent = new Agent({ keepAlive: true });
    const sampled = async (address: string, headers: Record<string, string>): Promise<boolean> => {
      const sent = { agent, headers: { 'x-forwarded-for': address, ...headers } };
      return REPORT_ONLY in (await visitAt(sampling.port, sent)).headers;
    };
    const close = async () => {
      agent.destroy();
      await sampling.close();
    };
    return { sampled, close };
  }

  describe('reports', () => {
    const single = {
      'csp-report': {
        'document-uri': 'https://shop.test/cart?id=1',
        'blocked-uri': 'https://cdn.test/a.js',
        'effective-directive': 'script-src-elem',
      },
    };

    function tokenOf(rest: Partial<ReportToken> = {}): string {
      const issuedAt = Date.now();
      return tokens.encode({
        zoneId: 'shop.test',
        policyId: '',
        mode: 'monitor',
        view: '',
        issuedAt,
        ...rest,
      });
    }

    async function report(
      body: unknown = single,
      {
        token = tokenOf(),
        type = 'application/csp-report',
        host = 'shop.test',
        path = REPORT_PATH,
        method = 'POST',
      } = {},
    ): Promise<Seen> {
      const sent = Buffer.isBuffer(body) || typeof body === 'string' ? body : JSON.stringify(body);
      return visit({
        method,
        path: `${path}?t=${token}`,
        headers: { host, 'content-type': type },
        ...(method === 'POST' && { body: sent }),
      });
    }

    /** Asserts that no observation or violation was recorded. */
    function keptNothing(): void {
      edge.flush();
      assert.deepEqual([edge.observations, edge.violations], [[], []]);
    }

    const ways: readonly (readonly [string, Parameters<typeof report>[1]])[] = [
      ['the host of the page', {}],
      ['a host below it', { host: 'a.b.shop.test' }],
      ['the alternative path', { path: '/cdn-cgi/script-monitor/report' }],
      ['the shared host', { host: 'reports.test:8443' }],
      ['the type of JSON', { type: 'application/json' }],
    ];
    for (const [what, how] of ways) {
      it(`are accepted: ${what}`, async () => {
        const path = `https://shop.test/${encodeURIComponent(what)}`;
        const body = { 'csp-report': { ...single['csp-report'], 'document-uri': `${path}?id=1` } };
        const seen = await report(body, how);
        assert.equal(seen.status, 204);
        assert.equal(seen.headers['access-control-allow-origin'], '*');
        edge.flush();
        const found = edge.observations.map((each) => [each.kind, each.host, each.pageUrl]);
        assert.deepEqual(found, [['script', 'shop.test', path]]);
        assert.equal(received, undefined);
      });
    }

    it('are accepted in the format of the Reporting API, with hashes', async () => {
      const documentURL = 'https://shop.test/list';
      const body = [
        {
          type: 'csp-violation',
          body: {
            documentURL,
            blockedURL: 'wss://live.test/chat?room=1',
            effectiveDirective: 'connect-src',
          },
        },
        {
          type: 'csp-hash',
          body: {
            documentURL,
            subresourceURL: 'https://shop.test/a.js',
            hash: `sha256-${Buffer.alloc(32, 255).toString('base64')}`,
          },
        },
        { type: 'deprecation', body: {} },
      ];
      assert.equal((await report(body, { type: 'application/reports+json' })).status, 204);
      edge.flush();
      assert.deepEqual(
        edge.observations.map((each) => [each.kind, 'url' in each && each.url]),
        [
          ['connection', 'wss://live.test'],
          ['script-hash', 'https://shop.test/a.js'],
        ],
      );
      assert.deepEqual(results(), ['unasked', 'observed', 'observed']);
    });

    it('of a policy become violations', async () => {
      await configure(pagesOf({ policies: [policyOf('p1', 'allow', "script-src 'self'")] }));
      const [header = ''] = (await visit()).all(ENFORCED);
      const token = /\?t=(\S+)$/.exec(header)?.[1] ?? '';
      assert.equal((await report(single, { token })).status, 204);
      edge.flush();
      const [violation] = edge.violations;
      assert.equal(edge.violations.length, 1);
      assert.deepEqual(
        [violation?.fields.PolicyID, violation?.fields.Action, violation?.fields.URL],
        ['p1', 'allow', 'https://cdn.test/a.js'],
      );
      assert.deepEqual(edge.observations, []);
    });

    it('that are irrelevant get 204 and are dropped', async () => {
      const blocked = ['inline', 'eval', 'data', 'chrome-extension://abc/a.js'];
      for (const uri of blocked) {
        const body = { 'csp-report': { ...single['csp-report'], 'blocked-uri': uri } };
        assert.equal((await report(body)).status, 204);
      }
      const foreign = { ...single['csp-report'], 'document-uri': 'https://other.test/' };
      assert.equal((await report({ 'csp-report': foreign })).status, 204);
      keptNothing();
      assert.deepEqual(results(), ['inline', 'inline', 'inline', 'extension', 'foreign-page']);
    });

    it('that are empty or malformed get 204 and are dropped', async () => {
      const empty = [{}, [1], { 'csp-report': {} }, { 'csp-report': { 'document-uri': 'x' } }];
      for (const body of empty) assert.equal((await report(body)).status, 204);
      assert.deepEqual(results(), ['malformed', 'malformed', 'malformed', 'malformed']);
      keptNothing();
    });

    it('with a URL that is too long are recorded with a truncated URL', async () => {
      const uri = `https://cdn.test/${'a'.repeat(5_000)}`;
      const body = { 'csp-report': { ...single['csp-report'], 'blocked-uri': uri } };
      assert.equal((await report(body)).status, 204);
      edge.flush();
      const [found] = edge.observations;
      assert.equal(found?.kind, 'long-url');
      assert.equal(found && 'url' in found && found.url.length, 2_048);
    });

    const refused: readonly (readonly [string, number, string, () => Promise<Seen>])[] = [
      ['without a token', 403, 'forged', () => report(single, { token: '' })],
      ['with a forged token', 403, 'forged', () => report(single, { token: `${tokenOf()}A` })],
      [
        'with a token of another key',
        403,
        'forged',
        () => {
          const forger = new ReportTokens(Buffer.alloc(32, 9));
          const token = { zoneId: 'shop.test', policyId: '', mode: 'monitor', view: '' } as const;
          return report(single, { token: forger.encode({ ...token, issuedAt: Date.now() }) });
        },
      ],
      [
        'replayed after the token has expired',
        403,
        'expired',
        () => report(single, { token: tokenOf({ issuedAt: Date.now() - 86_400_001 }) }),
      ],
      [
        'of another zone',
        403,
        'wrong-zone',
        () => report(single, { token: tokenOf({ zoneId: 'other.test' }) }),
      ],
      [
        'of a zone that is gone',
        403,
        'wrong-zone',
        () => report(single, { token: tokenOf({ zoneId: 'gone.test' }), host: 'reports.test' }),
      ],
      ['with GET', 405, 'wrong-method', () => report(single, { method: 'GET' })],
      ['of another type', 415, 'wrong-type', () => report(single, { type: 'text/plain' })],
      ['that are not JSON', 400, 'malformed', () => report('{"csp-report":')],
      ['that are empty', 400, 'malformed', () => report('')],
      ['that are too large', 413, 'too-large', () => report(Buffer.alloc(65_537, 32))],
    ];
    for (const [what, status, result, send] of refused) {
      it(`${what} are refused with ${status}, counted and not kept`, async () => {
        const seen = await send();
        assert.equal(seen.status, status);
        assert.deepEqual(results(), [result]);
        keptNothing();
      });
    }

    const bodies = [
      ['that exceed the limit while they arrive', 'transfer-encoding: chunked', '413'],
      ['that declare a length above the limit', 'content-length: 20000000', '413'],
      ['without end and without a token', 'transfer-encoding: chunked', '403'],
    ] as const;
    for (const [what, framing, status] of bodies) {
      it(`${what} are refused before they are read completely`, async () => {
        const token = status === '413' ? tokenOf() : '';
        const head = `POST ${REPORT_PATH}?t=${token} HTTP/1.1\r\nhost: shop.test\r\n`;
        const kind = `content-type: application/csp-report\r\n${framing}\r\n\r\n`;
        const sender = new RawVisitor(edge.port, head + kind);
        for (let n = 0; n < 5; n++) sender.send(`4000\r\n${' '.repeat(0x4000)}\r\n`);
        const answered = await sender.until(/\r\n\r\n/);
        assert.match(answered, new RegExp(`^HTTP/1\\.1 ${status} `));
        assert.match(answered, /^connection: close\r$/im);
        await sender.end();
        keptNothing();
      });
    }

    it('over HTTP/2 that are too large end their stream, not the connection', async () => {
      const session = http2Connect(`https://127.0.0.1:${edge.tlsPort}`, {
        servername: 'shop.test',
        rejectUnauthorized: false,
      });
      const open = () =>
        session.request({
          ':method': 'POST',
          ':path': `${REPORT_PATH}?t=${tokenOf()}`,
          ':authority': 'shop.test',
          'content-type': 'application/csp-report',
        });
      const endless = open();
      endless.write(Buffer.alloc(200_000, 32));
      const [refusal] = await once(endless, 'response');
      endless.resume();
      await once(endless, 'close');
      const next = open().end(JSON.stringify(single));
      const [taken] = await once(next, 'response');
      session.close();
      assert.deepEqual([refusal[':status'], taken[':status']], [413, 204]);
    });

    it('may be preceded by a CORS preflight', async () => {
      const seen = await report(single, { method: 'OPTIONS', host: 'reports.test:8443' });
      assert.equal(seen.status, 204);
      assert.equal(seen.headers['access-control-allow-headers'], 'content-type');
      assert.match(seen.headers['access-control-allow-methods'] ?? '', /POST/);
    });

    it('are handled before rules, but only on hosts of a zone', async () => {
      const block = ruleOf('block', 'block');
      const rulesets = rulesOf({ http_request_firewall_custom: [block] });
      await configure(pagesOf(), { rulesets });
      assert.equal((await visit()).status, 403);
      const page = { ...single['csp-report'], 'document-uri': 'https://shop.test/blocked' };
      assert.equal((await report({ 'csp-report': page })).status, 204);
      assert.equal((await report(single, { host: 'nobody.test' })).status, 404);
      assert.equal((await visit({ headers: { host: 'reports.test' } })).status, 404);
    });

    it('are published when the edge stops', async (test) => {
      const { zone } = shop;
      const sections = { ...zone.sections, pageMonitoring: pagesOf() };
      const stopped = await openTestEdge({ zones: [{ ...zone, sections }] });
      // Otherwise a slow machine lets the edge publish them before.
      test.mock.timers.enable({ apis: ['setTimeout'] });
      const answered = await visit({
        port: stopped.port,
        method: 'POST',
        path: `${REPORT_PATH}?t=${tokenOf()}`,
        headers: { 'content-type': 'application/csp-report' },
        body: JSON.stringify(single),
      });
      assert.equal(answered.status, 204);
      assert.equal(stopped.observations.length, 0);
      test.mock.timers.reset();
      await stopped.close();
      assert.equal(stopped.observations.length, 1);
    });

    it('on any other path are forwarded to the origin', async () => {
      for (const path of [
        `${REPORT_PATH}s`,
        '/cdn-cgi/script',
        '/x/cdn-cgi/script_monitor/report',
      ]) {
        received = undefined;
        await visit({ path });
        assert.equal((received as IncomingMessage | undefined)?.url, path);
      }
    });
  });

  describe('cookies', () => {
    it('of requests and responses are reported once a minute, without values', async () => {
      originResponse[1].push('set-cookie', 'sid=secret1; Path=/; HttpOnly; SameSite=Lax');
      originResponse[1].push('set-cookie', 'theme=secret2; Secure');
      const headers = { host: 'cookies.shop.test', cookie: 'sid=secret3; _ga=secret4' };
      await visit({ path: '/account?q=secret5', headers });
      await visit({ path: '/again', headers });
      edge.flush();
      const page = { host: 'cookies.shop.test', pageUrl: 'http://cookies.shop.test/account' };
      const found = edge.observations.map((each) => {
        const { kind, host, pageUrl } = each;
        return { kind, host, pageUrl, ...(each.kind === 'cookie' && { name: each.name }) };
      });
      assert.deepEqual(found, [
        { kind: 'cookie', ...page, name: 'sid' },
        { kind: 'cookie', ...page, name: 'theme' },
        { kind: 'cookie', ...page, name: '_ga' },
      ]);
      const [sid, theme, ga] = edge.observations.map(
        (each) => 'attributes' in each && each.attributes,
      );
      assert.deepEqual(sid, { path: '/', sameSite: 'lax', secure: false, httpOnly: true });
      assert.deepEqual(theme, { secure: true, httpOnly: false });
      assert.equal(ga, false);
      assert.doesNotMatch(JSON.stringify(edge.observations), /secret/);
    });

    const parts: readonly [type: string, dest: string | undefined, page: string][] = [
      ['text/css', 'style', 'home'],
      ['text/html', 'empty', 'home'],
      ['text/html', 'iframe', 'part'],
      // Browsers send no `sec-fetch-dest` over plain HTTP.
      ['text/css', undefined, 'home'],
      ['text/html', undefined, 'part'],
    ];
    for (const [n, [type, dest, page]] of parts.entries()) {
      it(`of ${type} with the destination ${dest} belong to ${page}`, async () => {
        originResponse = [200, ['content-type', type]];
        const host = `part-${n}.shop.test`;
        const headers = {
          host,
          cookie: 'a=1',
          referer: `http://${host}/home?x=1`,
          ...(dest && { 'sec-fetch-dest': dest }),
        };
        await visit({ path: '/part', headers });
        edge.flush();
        assert.deepEqual(
          edge.observations.map(({ pageUrl }) => pageUrl),
          [`http://${host}/${page}`],
        );
      });
    }

    it('are not reported if pages are not monitored', async () => {
      await configure(
        pagesOf({ isMonitored: false, policies: [policyOf('p', 'log', 'img-src *')] }),
      );
      await visit({ headers: { host: 'quiet.shop.test', cookie: 'a=1' } });
      edge.flush();
      assert.deepEqual(edge.observations, []);
    });
  });
});
