/** Rules of all phases: which requests they allow, what they change, and which events they log. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { exposedCredentialsRuleset } from '../../src/catalogs/managed-rulesets/exposed-credentials/exposed-credentials.ts';
import type { RulesetOverrides } from '../../src/contracts/snapshot/rulesets-section.ts';
import { browserHeaders, solve, tokenIn } from '../../src/edge/challenge/challenge.fixture.ts';
import { DEFAULT_PROOF_BITS } from '../../src/edge/challenge/proof-of-work.ts';
import { SHORTEST_SILENT_MS } from '../../src/edge/challenge/solution.ts';
import {
  executeOf,
  ruleOf,
  rulesetOf,
  rulesOf,
  type WrittenRule,
  type WrittenRules,
} from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { eventually } from '../support/eventually.ts';
import { RawVisitor } from '../support/raw-http.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { type Sent, visitAndFlush } from '../support/visit.ts';

const CUSTOM = 'http_request_firewall_custom';
const MANAGED = 'http_request_firewall_managed';

interface Seen {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** The request that the origin got; undefined if there was none. */
  readonly origin: { target: string; headers: Record<string, string>; body: string } | undefined;
  /** `action rule` of each event, in order. */
  readonly events: readonly string[];
}

describe('rules at the edge', () => {
  let origin: Server;
  let edge: TestEdge;
  let site: ReturnType<typeof siteOf>;
  /** The clock of rate limits and of the limits of traces. It stands still, so that a slow machine does not use up the time for traces. */
  let now = 0;

  before(async () => {
    origin = createServer(async (incoming, outgoing) => {
      const body = await text(incoming);
      if (incoming.url === '/never') return;
      outgoing.setHeader('x-origin', 'yes');
      if (incoming.url === '/twice') outgoing.setHeader('set-cookie', ['a=1, 2', 'b=3']);
      if (incoming.url === '/kept') outgoing.setHeader('x-kept', 'from origin');
      outgoing.end(JSON.stringify({ target: incoming.url, headers: incoming.headers, body }));
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    edge = await openTestEdge({ zones: [site.zone], pools: [site.pool] }, {}, { now: () => now });
  });
  after(async () => {
    await edge.close();
    origin.close();
  });

  async function visit(rulesets: WrittenRules, sent: Sent = {}, paused = false): Promise<Seen> {
    const { zone } = site;
    const sections = { ...zone.sections, zone: { ...zone.sections.zone, paused } };
    await edge.applyRules({ ...zone, sections }, rulesets);
    edge.flush();
    edge.security.length = 0;
    const { status, headers, body } = await visitAndFlush(edge, sent);
    return {
      status,
      headers,
      body,
      origin: headers['x-origin'] ? JSON.parse(body) : undefined,
      events: edge.security.map(({ fields }) => `${fields.Action} ${fields.RuleID}`),
    };
  }

  const custom = (...rules: WrittenRule[]) => rulesOf({ [CUSTOM]: rules });
  const managed = (...rules: WrittenRule[]) => rulesOf({ [MANAGED]: rules });
  const credentials = (overrides: RulesetOverrides = {}) => ({
    kind: 'managed' as const,
    rulesetId: exposedCredentialsRuleset.id,
    overrides,
  });

  /** Rules, a request, the status of the response, and the events. */
  const table: readonly [string, WrittenRules, Sent, number, readonly string[]][] = [
    ['nothing configured', { phases: {} }, {}, 200, []],
    ['a block', custom(ruleOf('r', 'block')), {}, 403, ['block r']],
    ['a rule that does not match', custom(ruleOf('r', 'block', 'http.host eq "x"')), {}, 200, []],
    ['a log', custom(ruleOf('r', 'log')), {}, 200, ['log r']],
    [
      'the first terminating rule',
      custom(ruleOf('a', 'log'), ruleOf('b', 'block'), ruleOf('c', 'log')),
      {},
      403,
      ['log a', 'block b'],
    ],
    [
      'a rule that is not logged',
      custom(ruleOf('r', 'block', 'true', {}, { logged: false })),
      {},
      403,
      [],
    ],
    [
      'a block with a custom response',
      custom(
        ruleOf('r', 'block', 'true', {
          response: { status_code: 418, content: 'tea', content_type: 'text/plain' },
        }),
      ),
      {},
      418,
      ['block r'],
    ],
    [
      'a condition on path, method and header',
      custom(
        ruleOf(
          'r',
          'block',
          'http.request.method eq "POST" and http.request.uri.path eq "/a" and http.user_agent contains "bad"',
        ),
      ),
      { method: 'POST', path: '/a?b', headers: { 'user-agent': 'a bad one' } },
      403,
      ['block r'],
    ],
    [
      'a skip of the current ruleset',
      custom(ruleOf('s', 'skip', 'true', { ruleset: 'current' }), ruleOf('b', 'block')),
      {},
      200,
      ['skip s'],
    ],
    [
      'a skip of a later phase',
      rulesOf({
        [CUSTOM]: [ruleOf('s', 'skip', 'true', { phases: [MANAGED] })],
        [MANAGED]: [ruleOf('b', 'block')],
      }),
      {},
      200,
      ['skip s'],
    ],
    [
      'a skip that comes too late',
      custom(ruleOf('b', 'block'), ruleOf('s', 'skip', 'true', { ruleset: 'current' })),
      {},
      403,
      ['block b'],
    ],
    [
      'a skip inside an executed ruleset',
      custom(
        executeOf('e', {
          kind: 'custom',
          ruleset: rulesetOf('inner', [
            ruleOf('s', 'skip', 'true', { ruleset: 'current' }),
            ruleOf('i', 'block'),
          ]),
        }),
        ruleOf('after', 'log'),
      ),
      {},
      200,
      ['skip s', 'log after'],
    ],
    [
      'a ruleset that is not executed',
      custom(
        executeOf(
          'e',
          { kind: 'custom', ruleset: rulesetOf('inner', [ruleOf('i', 'block')]) },
          'http.host eq "x"',
        ),
      ),
      {},
      200,
      [],
    ],
    [
      'the account before the zone',
      {
        phases: {
          [CUSTOM]: [
            rulesetOf('account', [ruleOf('a', 'log')]),
            rulesetOf('zone', [ruleOf('z', 'block')]),
          ],
        },
      },
      {},
      403,
      ['log a', 'block z'],
    ],
    [
      'a condition on the body',
      custom(ruleOf('r', 'block', 'http.request.body.form["q"][0] eq "bad"')),
      {
        method: 'POST',
        body: 'q=bad&x=1',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      403,
      ['block r'],
    ],
  ];
  for (const [name, rulesets, sent, status, events] of table) {
    it(`obey ${name}`, async () => {
      const seen = await visit(rulesets, sent);
      assert.deepEqual([seen.status, seen.events], [status, events]);
      assert.equal(seen.origin !== undefined, status === 200);
    });
  }

  it('do nothing in a paused zone', async () => {
    const seen = await visit(custom(ruleOf('r', 'block')), {}, true);
    assert.deepEqual([seen.status, seen.events], [200, []]);
  });

  it('redirect before anything else, with or without the query', async () => {
    const rules = (keep: boolean) =>
      rulesOf({
        http_request_dynamic_redirect: [
          ruleOf('r', 'redirect', 'http.request.uri.path eq "/old"', {
            from_value: {
              target_url: { expression: 'concat("https://", http.host, "/new")' },
              status_code: 302,
              preserve_query_string: keep,
            },
          }),
        ],
        [CUSTOM]: [ruleOf('b', 'block')],
      });
    const plain = await visit(rules(false), { path: '/old?a=1' });
    assert.deepEqual([plain.status, plain.headers.location], [302, 'https://shop.test/new']);
    const kept = await visit(rules(true), { path: '/old?a=1' });
    assert.equal(kept.headers.location, 'https://shop.test/new?a=1');
    assert.equal((await visit(rules(true), { path: '/other' })).status, 403);
  });

  it('change the target for the origin and for later rules, but not the raw fields', async () => {
    const seen = await visit(
      rulesOf({
        http_request_transform: [
          ruleOf('t', 'rewrite', 'true', {
            uri: {
              path: { value: '/new' },
              query: { expression: 'concat("was=", http.request.uri.path)' },
            },
          }),
        ],
        [CUSTOM]: [
          ruleOf('new', 'log', 'http.request.uri.path eq "/new"'),
          ruleOf('raw', 'log', 'raw.http.request.uri.path eq "/old"'),
          ruleOf('old', 'block', 'http.request.uri.path eq "/old"'),
        ],
      }),
      { path: '/old?x' },
    );
    assert.equal(seen.origin?.target, '/new?was=/old');
    assert.deepEqual(seen.events, ['log new', 'log raw']);
    // Logs have the target as sent.
    const [{ fields } = assert.fail()] = edge.security;
    assert.equal(fields.ClientRequestPath + fields.ClientRequestQuery, '/old?x');
    assert.equal(edge.events.at(-1)?.fields.ClientRequestURI, '/old?x');
  });

  for (const path of [
    '/%61dmin',
    '//admin',
    '/./admin',
    '/x/../admin',
    '/\\admin',
    '/x/%2e./admin',
  ]) {
    it(`are not bypassed by writing /admin as ${path}`, async () => {
      const rules = custom(ruleOf('r', 'block', 'starts_with(http.request.uri.path, "/admin")'));
      assert.equal((await visit(rules, { path })).status, 403);
      const seen = await visit(custom(ruleOf('r', 'log')), { path });
      assert.equal(seen.origin?.target, '/admin');
    });
  }

  it('set and remove headers for the origin, and for the visitor', async () => {
    const seen = await visit(
      rulesOf({
        http_request_late_transform: [
          ruleOf('h', 'rewrite', 'true', {
            headers: {
              'X-Set': { operation: 'set', expression: 'http.request.method' },
              'X-Gone': { operation: 'remove' },
              'X-Evil': { operation: 'set', expression: 'url_decode(http.request.uri.query)' },
            },
          }),
        ],
        http_response_headers_transform: [
          ruleOf('o', 'rewrite', 'http.response.code eq 200', {
            headers: {
              'x-added': { operation: 'add', value: 'one' },
              'x-origin-not': { operation: 'remove' },
            },
          }),
        ],
      }),
      { path: '/?a%0d%0aX-Injected:1', headers: { 'x-gone': '1', 'x-set': 'forged' } },
    );
    assert.equal(seen.origin?.headers['x-set'], 'GET');
    assert.equal(seen.origin?.headers['x-gone'], undefined);
    assert.equal(seen.origin?.headers['x-evil'], undefined);
    assert.equal(seen.origin?.headers['x-injected'], undefined);
    assert.equal(seen.headers['x-added'], 'one');
  });

  it('do not change framing headers (old rules could set them, and responses were broken)', async () => {
    const framing = {
      'Content-Length': { operation: 'set', value: '3' },
      'Transfer-Encoding': { operation: 'set', value: 'chunked' },
      Connection: { operation: 'set', value: 'x-kept' },
    };
    const seen = await visit(
      rulesOf({
        http_request_late_transform: [
          ruleOf('h', 'rewrite', 'true', {
            headers: {
              ...framing,
              host: { operation: 'set', value: 'other.test' },
              'x-kept': { operation: 'set', value: '1' },
            },
          }),
        ],
        http_response_headers_transform: [
          ruleOf('o', 'rewrite', 'true', {
            headers: { ...framing, 'x-added': { operation: 'set', value: '1' } },
          }),
        ],
      }),
      login,
    );
    assert.equal(seen.status, 200);
    assert.equal(seen.origin?.headers['x-kept'], '1');
    assert.equal(seen.origin?.headers['host'], 'shop.test');
    assert.equal(seen.headers['x-added'], '1');
  });

  it('set the Host header for the origin', async () => {
    const seen = await visit(
      rulesOf({
        http_request_origin: [ruleOf('o', 'route', 'true', { host_header: 'inner.test' })],
      }),
    );
    assert.equal(seen.origin?.headers['host'], 'inner.test');
  });

  const login = {
    method: 'POST',
    path: '/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'username=CF_EXPOSED_USERNAME&password=CF_EXPOSED_PASSWORD',
  };

  it('mark a login with leaked credentials, and nothing else', async () => {
    const rules = managed(executeOf('e', credentials()));
    const exposed = await visit(rules, login);
    assert.equal(exposed.origin?.headers['exposed-credential-check'], '1');
    assert.equal(exposed.origin?.body, login.body);
    assert.equal(exposed.events.length, 1);
    assert.match(exposed.events[0] ?? '', /^rewrite /);
    const clean = await visit(rules, { ...login, body: 'username=ada&password=kXo29-lovelace' });
    assert.equal(clean.origin?.headers['exposed-credential-check'], undefined);
    assert.deepEqual(clean.events, []);
    assert.doesNotMatch(JSON.stringify(edge.security), /CF_EXPOSED/);
  });

  it('block such a login if configured, and requests with a forged mark', async () => {
    const rules = managed(executeOf('e', credentials({ action: 'block' })));
    assert.equal((await visit(rules, login)).status, 403);
    const forged = await visit(managed(executeOf('e', credentials())), {
      headers: { 'Exposed-Credential-Check': '1' },
    });
    assert.equal(forged.status, 403);
    assert.match(forged.events[0] ?? '', /^block /);
  });

  it('remove a forged mark even if the guard is off', async () => {
    const guards = exposedCredentialsRuleset.rules.filter(
      ({ defaultAction }) => defaultAction === 'block',
    );
    const unguarded = credentials({ rules: guards.map(({ id }) => ({ id, enabled: false })) });
    const rules = managed(executeOf('e', unguarded));
    const forged = { 'Exposed-Credential-Check': '0', Exposed_Credential_Check: '0' };
    const exposed = await visit(rules, { ...login, headers: { ...login.headers, ...forged } });
    assert.equal(exposed.origin?.headers['exposed-credential-check'], '1');
    assert.equal(exposed.origin?.headers['exposed_credential_check'], undefined);
    const other = await visit(rules, { headers: forged });
    assert.equal(other.status, 200);
    assert.equal(other.origin?.headers['exposed-credential-check'], undefined);
  });

  it('read compressed and long bodies, and forward them verbatim', async () => {
    const { gzipSync } = await import('node:zlib');
    const rules = managed(executeOf('e', credentials()));
    const zipped = gzipSync(login.body).toString('latin1');
    const headers = { ...login.headers, 'content-encoding': 'gzip' };
    const compressed = await visit(rules, {
      ...login,
      headers,
      body: Buffer.from(zipped, 'latin1') as never,
    });
    assert.equal(compressed.origin?.headers['exposed-credential-check'], '1');
    const long = `${login.body}&filler=${'x'.repeat(300_000)}`;
    const seen = await visit(rules, { ...login, body: long });
    assert.equal(seen.origin?.body, long);
    assert.equal(seen.origin?.headers['exposed-credential-check'], '1');
  });

  const rateRule = (id: string, ratelimit: Record<string, unknown>, expression = 'true') =>
    ruleOf(
      id,
      'block',
      expression,
      {},
      {
        ratelimit: { characteristics: ['cf.colo.id', 'ip.src'], period: 60, ...ratelimit },
      },
    );

  it('limit the rate of visitors by their characteristics', async () => {
    const rules = rulesOf({
      http_ratelimit: [
        rateRule('by-key', {
          characteristics: ['cf.colo.id', 'http.request.headers["x-key"]'],
          requests_per_period: 2,
        }),
      ],
    });
    const ask = async (key: string) => (await visit(rules, { headers: { 'x-key': key } })).status;
    assert.deepEqual([await ask('a'), await ask('a'), await ask('a')], [200, 200, 429]);
    assert.equal(await ask('b'), 200);
    const over = await visit(rules, { headers: { 'x-key': 'a' } });
    assert.deepEqual([over.status, over.events], [429, ['block by-key']]);
  });

  it('count by the response of the origin, if configured', async () => {
    const rules = rulesOf({
      http_ratelimit: [
        rateRule('failures', {
          requests_per_period: 2,
          counting_expression: 'http.response.code eq 200 and http.request.uri.path eq "/count"',
        }),
      ],
    });
    const ask = async (path: string) => (await visit(rules, { path })).status;
    for (let n = 0; n < 5; n++) assert.equal(await ask('/other'), 200);
    const counted = [await ask('/count'), await ask('/count'), await ask('/count')];
    assert.deepEqual(counted, [200, 200, 200]);
    assert.equal(await ask('/other'), 429);
  });

  it('challenge visitors, and let visitors with a clearance continue', async () => {
    const rules = custom(ruleOf('c', 'js_challenge'), ruleOf('after', 'log'));
    const asked = await visit(rules, { headers: { accept: 'text/html' } });
    assert.deepEqual([asked.status, asked.events], [403, ['jschallenge c']]);
    assert.match(String(asked.headers['content-security-policy']), /default-src 'none'/);
    assert.equal((await visit(rules, { path: '/cdn-cgi/challenge/worker.js' })).status, 200);
    const forged = await visit(rules, { headers: { cookie: 'cf_clearance=forged' } });
    assert.equal(forged.status, 403);
  });

  it('are named by the events of their challenges (those named custom rules, no ruleset and no request)', async () => {
    const limit = { requests_per_period: 1, characteristics: ['cf.colo.id', 'http.host'] };
    const rules = rulesOf({
      http_ratelimit: [{ ...rateRule('often', limit), action: 'js_challenge' }],
    });
    const page = { headers: browserHeaders as Record<string, string> };
    await visit(rules, page);
    for (const action of ['jschallengesolved', 'jschallengefailed']) {
      const asked = await visit(rules, page);
      const loadedAt = Date.now();
      const [challenged] = edge.security;
      const token = tokenIn(asked);
      assert.doesNotMatch(Buffer.from(token, 'base64url').toString(), /rule often/);
      const nonces = solve(token, DEFAULT_PROOF_BITS);
      const body = JSON.stringify({
        token,
        nonces: action === 'jschallengesolved' ? nonces : nonces.toReversed(),
        checks: { automated: false, languages: 1 },
      });
      await eventually('the page is old enough', () => Date.now() - loadedAt > SHORTEST_SILENT_MS);
      const hand = { ...page, method: 'POST', path: '/cdn-cgi/challenge/verify', body };
      const { headers } = await visit(rules, hand);
      const [event] = edge.security;
      assert.deepEqual(
        { ...event?.fields, rulesetId: event?.rulesetId },
        {
          ...event?.fields,
          rulesetId: 'zone http_ratelimit',
          Action: action,
          Source: 'ratelimit',
          RuleID: 'often',
          Ref: 'often',
          Description: 'rule often',
          OriginatorRayID: challenged?.fields.RayID,
          Metadata: {},
        },
      );
      const cookie = headers['set-cookie']?.[0]?.split(';')[0];
      if (cookie === undefined) continue;
      const cleared = await visit(rules, { headers: { ...page.headers, cookie } });
      assert.deepEqual([cleared.status, cleared.events], [200, ['jschallengebypassed often']]);
      assert.equal(edge.security[0]?.fields.OriginatorRayID, challenged?.fields.RayID);
    }
  });

  it('add configured headers and cookies to the request log', async () => {
    edge.events.length = 0;
    await visit(
      rulesOf({
        http_log_custom_fields: [
          ruleOf('f', 'log_custom_field', 'true', {
            request_fields: [{ name: 'x-kept' }, { name: 'x-absent' }],
            response_fields: [{ name: 'x-origin' }],
            cookie_fields: [{ name: 'Session' }],
          }),
        ],
        [CUSTOM]: [ruleOf('l', 'log')],
      }),
      { headers: { 'X-Kept': 'yes', 'x-other': 'no', cookie: 'a=1; Session=s; session=t' } },
    );
    const fields = edge.events.at(-1)?.fields;
    assert.deepEqual(fields?.RequestHeaders, { 'x-kept': 'yes' });
    assert.deepEqual(fields?.ResponseHeaders, { 'x-origin': 'yes' });
    assert.deepEqual(fields?.Cookies, { Session: 's' });
    assert.deepEqual(
      [
        fields?.SecurityAction,
        fields?.SecurityActions,
        fields?.SecurityRuleIDs,
        fields?.SecuritySources,
      ],
      ['', ['log'], ['l'], ['firewallCustom']],
    );
  });

  it('log values of headers as text', async () => {
    const bytes = Buffer.from('Zürich').toString('latin1');
    const parameters = { request_fields: [{ name: 'x-kept' }], cookie_fields: [{ name: 'city' }] };
    edge.events.length = 0;
    await visit(
      rulesOf({ http_log_custom_fields: [ruleOf('f', 'log_custom_field', 'true', parameters)] }),
      { headers: { 'x-kept': bytes, cookie: `city=${bytes}`, referer: `http://a.test/${bytes}` } },
    );
    const { RequestHeaders, Cookies, ClientRequestReferer } =
      edge.events.at(-1)?.fields ?? assert.fail();
    assert.deepEqual(
      [RequestHeaders, Cookies, ClientRequestReferer],
      [{ 'x-kept': 'Zürich' }, { city: 'Zürich' }, 'http://a.test/Zürich'],
    );
  });

  it('log the headers of one name as a list, if the rule preserves duplicates', async () => {
    for (const member of ['response_fields', 'raw_response_fields']) {
      for (const [more, logged] of [
        [{}, 'a=1, 2, b=3'],
        [{ preserve_duplicates: false }, 'a=1, 2, b=3'],
        [{ preserve_duplicates: true }, ['a=1, 2', 'b=3']],
      ] as const) {
        edge.events.length = 0;
        const parameters = { [member]: [{ name: 'Set-Cookie', ...more }] };
        const rule = ruleOf('f', 'log_custom_field', 'true', parameters);
        await visit(rulesOf({ http_log_custom_fields: [rule] }), { path: '/twice' });
        assert.deepEqual(edge.events.at(-1)?.fields.ResponseHeaders, { 'set-cookie': logged });
      }
    }
  });

  it('log headers as sent, or after changes', async () => {
    const change = (value: string) => ({ headers: { 'X-Kept': { operation: 'set', value } } });
    const visitOf = async (member: string) => {
      edge.events.length = 0;
      await visit(
        rulesOf({
          http_request_late_transform: [ruleOf('q', 'rewrite', 'true', change('for origin'))],
          http_response_headers_transform: [ruleOf('s', 'rewrite', 'true', change('for visitor'))],
          http_log_custom_fields: [
            ruleOf('f', 'log_custom_field', 'true', { [member]: [{ name: 'X-Kept' }] }),
          ],
        }),
        { path: '/kept', headers: { 'X-Kept': 'from visitor' } },
      );
      const { RequestHeaders, ResponseHeaders } = edge.events.at(-1)?.fields ?? assert.fail();
      return RequestHeaders['x-kept'] ?? ResponseHeaders['x-kept'];
    };
    assert.equal(await visitOf('request_fields'), 'from visitor');
    assert.equal(await visitOf('transformed_request_fields'), 'for origin');
    assert.equal(await visitOf('raw_response_fields'), 'from origin');
    assert.equal(await visitOf('response_fields'), 'for visitor');
  });

  it('see the headers of the origin in raw fields (they saw the changed ones)', async () => {
    const change = { headers: { 'X-Kept': { operation: 'set', value: 'for visitor' } } };
    const logged = { response_fields: [{ name: 'X-Kept' }] };
    const visitOf = async (expression: string) => {
      edge.events.length = 0;
      await visit(
        rulesOf({
          http_response_headers_transform: [ruleOf('s', 'rewrite', 'true', change)],
          http_log_custom_fields: [ruleOf('f', 'log_custom_field', expression, logged)],
        }),
        { path: '/kept' },
      );
      return edge.events.at(-1)?.fields.ResponseHeaders?.['x-kept'];
    };
    const raw = 'raw.http.response.headers["x-kept"]';
    assert.equal(await visitOf(`any(${raw}[*] eq "from origin")`), 'for visitor');
    assert.equal(await visitOf(`any(${raw}[*] eq "for visitor")`), undefined);
  });

  it('log no URL in which a rule looks for passwords', async () => {
    const check = (username: string, password: string) => ({
      credentialCheck: { username_expression: username, password_expression: password },
    });
    const args = check('http.request.uri.args["u"][0]', 'http.request.uri.args["p"][0]');
    const path = check('"ada"', 'http.request.uri.path');
    for (const [rest, sent, shown] of [
      [args, '/in?u=ada&p=letmein-4711', '/in?(hidden)'],
      [args, '/in?p=letmein-4711', '/in?(hidden)'],
      [path, '/letmein-4711', '/(hidden)'],
    ] as const) {
      for (const list of [edge.events, edge.security, edge.traces]) list.length = 0;
      now += 1_000;
      await visit(
        custom(ruleOf('c', 'log', 'true', {}, rest), ruleOf('l', 'log', 'http.request.uri ne ""')),
        { path: sent },
      );
      assert.equal(edge.events.at(-1)?.fields.ClientRequestURI, shown);
      const kept = JSON.stringify([edge.events, edge.security, edge.traces]);
      assert.ok(edge.security.length > 0 && edge.traces.length > 0);
      assert.doesNotMatch(kept, /letmein|4711/);
    }
  });

  it('log events of a limited length', async () => {
    const long = 'x'.repeat(4_000);
    await visit(custom(ruleOf('r', 'log')), {
      path: `/${long}?${long}`,
      headers: { 'user-agent': long, referer: `https://a.test/${long}?${long}` },
    });
    assert.ok(JSON.stringify(edge.security[0]).length < 7_000);
  });

  it('log URLs unchanged if logins are in bodies', async () => {
    await visit(managed(executeOf('e', credentials())), {
      path: '/wp-login.php?next=/cart',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'log=CF_EXPOSED_USERNAME&pwd=CF_EXPOSED_PASSWORD',
    });
    assert.equal(edge.events.at(-1)?.fields.ClientRequestURI, '/wp-login.php?next=/cart');
    assert.equal(edge.security[0]?.fields.ClientRequestQuery, '?next=/cart');
  });

  it('are in the event with all fields of the request', async () => {
    await visit(custom(ruleOf('r', 'block')), {
      path: '/a/b?c=d',
      headers: { referer: 'https://from.test/page?x=1', 'user-agent': 'agent' },
    });
    const [event] = edge.security;
    assert.ok(event);
    assert.deepEqual(
      [event.zoneId, event.accountId, event.rulesetId],
      ['shop.test', 'account', `zone ${CUSTOM}`],
    );
    const { fields } = event;
    assert.deepEqual(
      [
        fields.ClientRequestPath,
        fields.ClientRequestQuery,
        fields.ClientRefererHost,
        fields.ClientRefererPath,
      ],
      ['/a/b', '?c=d', 'from.test', '/page'],
    );
    assert.deepEqual(
      [fields.Source, fields.EdgeResponseStatus, fields.OriginResponseStatus, fields.MatchIndex],
      ['firewallcustom', 403, 0, 0],
    );
  });

  it('are in the event with the status of log and trace if the visitor left (it was 0)', async () => {
    await visit(custom(ruleOf('r', 'log')));
    for (const list of [edge.events, edge.security, edge.traces]) list.length = 0;
    now += 1_000;
    const visitor = new RawVisitor(edge.port, 'GET /never HTTP/1.1\r\nHost: shop.test\r\n\r\n');
    await once(origin, 'request');
    // A reset, because a visitor who only ends the connection may still wait for the response.
    visitor.socket.resetAndDestroy();
    await eventually('the request has ended', () => edge.inFlight() === 0);
    edge.flush();
    const [logged, event, trace] = [edge.events[0], edge.security[0], edge.traces[0]];
    assert.deepEqual(
      [logged?.fields.EdgeResponseStatus, event?.fields.EdgeResponseStatus, trace?.decision.status],
      [499, 499, 499],
    );
  });
});
