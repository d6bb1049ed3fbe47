/** The content of traces, and data that they must not contain. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { exposedCredentialsRuleset } from '../../src/catalogs/managed-rulesets/exposed-credentials/exposed-credentials.ts';
import { sensitiveDataRuleset } from '../../src/catalogs/managed-rulesets/sensitive-data/sensitive-data.ts';
import type { RequestTrace } from '../../src/contracts/events/request-trace.ts';
import { metricsText } from '../../src/telemetry/metrics-text.ts';
import { PrometheusMetrics } from '../../src/telemetry/prometheus-metrics.ts';
import { silentTelemetry } from '../../src/telemetry/silent-telemetry.ts';
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
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { type Sent, visit, visitAndFlush } from '../support/visit.ts';

const CUSTOM = 'http_request_firewall_custom';
const MANAGED = 'http_request_firewall_managed';
const REDIRECT = 'http_request_dynamic_redirect';
const TRANSFORM = 'http_request_transform';
const RESPONSE = 'http_response_headers_transform';

describe('traces of the edge', () => {
  let origin: Server;
  let site: ReturnType<typeof siteOf>;
  let flagging: TestEdge;
  let sampling: TestEdge;
  /** A second passes with each visit, so that there is always time for a trace. */
  let now = 0;

  before(async () => {
    origin = createServer(async (incoming, outgoing) => {
      await text(incoming);
      outgoing.setHeader('set-cookie', 'origin-session=c2VjcmV0LW9mLXRoZS1vcmlnaW4x');
      outgoing.setHeader('content-type', 'text/plain');
      outgoing.end(incoming.url === '/leak' ? 'Card: 4111 1111 1111 1111' : 'ok');
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    const initial = { zones: [site.zone], pools: [site.pool] };
    const clock = { now: () => now };
    flagging = await openTestEdge(initial, { hidesSecretsInLog: true }, clock);
    sampling = await openTestEdge(initial, { traceSampleRate: 1 }, clock);
  });
  after(async () => {
    await flagging.close();
    await sampling.close();
    origin.close();
  });

  async function apply(edge: TestEdge, rulesets: WrittenRules, paused = false) {
    const { zone } = site;
    const sections = { ...zone.sections, zone: { ...zone.sections.zone, paused } };
    await edge.applyRules({ ...zone, sections }, rulesets);
  }

  async function visitTraced(edge: TestEdge, sent?: Sent) {
    edge.flush();
    edge.traces.length = 0;
    now += 1_000;
    const { headers } = await visitAndFlush(edge, sent);
    return { ray: headers['cf-ray'], traces: [...edge.traces] };
  }

  async function traced(edge: TestEdge, rulesets: WrittenRules, sent?: Sent) {
    await apply(edge, rulesets);
    const { ray, traces } = await visitTraced(edge, sent);
    assert.equal(traces.length, 1);
    const [trace] = traces as [RequestTrace];
    assert.equal(trace.ray, ray);
    return trace;
  }

  async function fetchStatus(edge: TestEdge): Promise<number | undefined> {
    return (await visit(edge.port)).status;
  }

  const outcomes = (trace: RequestTrace) =>
    trace.phases.flatMap(({ rules }) => rules.map(({ id, outcome }) => `${id} ${outcome}`));

  it('are made of flagged requests only, unless they are sampled', async () => {
    const log = rulesOf({ [CUSTOM]: [ruleOf('r', 'log', 'http.request.uri.path eq "/x"')] });
    await apply(flagging, log);
    assert.equal((await visitTraced(flagging)).traces.length, 0);
    assert.equal((await visitTraced(flagging, { path: '/x' })).traces[0]?.reason, 'flagged');
    await apply(sampling, log);
    assert.equal((await visitTraced(sampling)).traces[0]?.reason, 'sampled');
    assert.equal((await visitTraced(sampling, { path: '/x' })).traces[0]?.reason, 'flagged');
  });

  it('are made of requests that an unlogged rule ended, and not of redirects', async () => {
    const silent = ruleOf('r', 'block', 'true', {}, { logged: false });
    assert.equal((await traced(flagging, rulesOf({ [CUSTOM]: [silent] }))).reason, 'flagged');
    const to = { from_value: { target_url: { value: 'https://a.test/' } } };
    await apply(flagging, rulesOf({ [REDIRECT]: [ruleOf('r', 'redirect', 'true', to)] }));
    assert.equal((await visitTraced(flagging)).traces.length, 0);
  });

  it('show the values of a field in every reading of the request', async () => {
    const path = 'http.request.uri.path';
    const rules = rulesOf({
      [CUSTOM]: [
        ruleOf('all', 'skip', `${path} eq "/admin"`, { ruleset: 'current' }),
        ruleOf('any', 'block', `${path} eq "/admin" and http.host eq "shop.test"`),
      ],
    });
    const trace = await traced(flagging, rules, { path: '/%2fadmin' });
    assert.deepEqual(outcomes(trace), ['all not matched', 'any matched']);
    assert.deepEqual(
      trace.phases[0]?.rules.map(({ condition }) => condition),
      [false, true],
    );
    assert.deepEqual(
      trace.phases[0]?.values.map(({ name, value }) => `${name} ${value}`),
      [`${path} /%2Fadmin`, `${path} /admin`, 'http.host shop.test'],
    );
  });

  it('show the outcome of each rule up to the one that decided', async () => {
    const inner = rulesetOf('inner', [
      ruleOf('i1', 'log', 'http.request.method eq "POST"'),
      ruleOf('i2', 'block', 'http.request.uri.path eq "/admin"'),
      ruleOf('i3', 'log'),
    ]);
    const rules = rulesOf({
      [CUSTOM]: [
        ruleOf('s', 'skip', 'true', { rules: { x: ['skipped'] } }),
        ruleOf('skipped', 'block'),
        executeOf('e', { kind: 'custom', ruleset: inner }),
        ruleOf('late', 'log'),
      ],
      [MANAGED]: [ruleOf('m', 'log')],
    });
    const trace = await traced(flagging, rules, { path: '/admin?a=1' });
    assert.deepEqual(outcomes(trace), [
      's matched',
      'skipped skipped',
      'e matched',
      'i1 not matched',
      'i2 matched',
      'i3 not reached',
      'late not reached',
      'm not reached',
    ]);
    assert.equal(trace.request.path, '/admin');
    const { status, by, ruleId, rulesetId, phase, attempts, pool } = trace.decision;
    assert.deepEqual(
      { status, by, ruleId, rulesetId, phase, attempts, pool },
      {
        status: 403,
        by: 'rule',
        ruleId: 'i2',
        rulesetId: 'inner',
        phase: CUSTOM,
        attempts: 0,
        pool: '',
      },
    );
    const [custom] = trace.phases;
    const rule = custom?.rules.find(({ id }) => id === 'i2');
    assert.equal(rule?.executedBy, 'e');
    assert.equal(rule?.condition, true);
    assert.ok(rule?.micros !== null);
    assert.deepEqual(rule?.fields, ['http.request.uri.path']);
    assert.deepEqual(
      custom?.values.map(({ name, state, value }) => [name, state, value]),
      [
        ['http.request.method', 'shown', 'GET'],
        ['http.request.uri.path', 'shown', '/admin'],
      ],
    );
  });

  it('show rules that were skipped with their phase, and rules that ended only their ruleset', async () => {
    const phases = { phases: [MANAGED] };
    const whole = rulesOf({
      [CUSTOM]: [ruleOf('s', 'skip', 'true', phases)],
      [MANAGED]: [ruleOf('m', 'block')],
    });
    assert.deepEqual(outcomes(await traced(flagging, whole)), ['s matched', 'm skipped']);
    const inner = rulesetOf('inner', [
      ruleOf('s', 'skip', 'true', { ruleset: 'current' }),
      ruleOf('i', 'block'),
    ]);
    const current = rulesOf({
      [CUSTOM]: [executeOf('e', { kind: 'custom', ruleset: inner }), ruleOf('l', 'log')],
    });
    assert.deepEqual(outcomes(await traced(flagging, current)), [
      'e matched',
      's matched',
      'i not reached',
      'l matched',
    ]);
  });

  it('show redirects if they are sampled', async () => {
    const to = { from_value: { target_url: { value: 'https://a.test/' }, status_code: 308 } };
    const trace = await traced(
      sampling,
      rulesOf({
        [REDIRECT]: [ruleOf('r', 'redirect', 'true', to)],
        [CUSTOM]: [ruleOf('c', 'log')],
      }),
    );
    assert.deepEqual(outcomes(trace), ['r matched', 'c not reached']);
    assert.equal(trace.decision.ruleId, 'r');
    assert.equal(trace.decision.status, 308);
  });

  it('show the chosen origin, and the request as each phase saw it', async () => {
    const rules = rulesOf({
      [TRANSFORM]: [
        ruleOf('t', 'rewrite', 'http.request.uri.path eq "/a"', { uri: { path: { value: '/b' } } }),
      ],
      [CUSTOM]: [ruleOf('c', 'log', 'http.request.uri.path eq "/b"')],
      [RESPONSE]: [ruleOf('h', 'rewrite', 'http.response.code eq 200')],
    });
    const trace = await traced(sampling, rules, { path: '/a' });
    assert.deepEqual(outcomes(trace), ['t matched', 'c matched', 'h matched']);
    assert.deepEqual(
      trace.phases.map(({ values }) => values.map(({ value }) => value)),
      [['/a'], ['/b'], ['200']],
    );
    assert.equal(trace.request.path, '/a');
    const { decision } = trace;
    assert.equal(decision.by, 'origin');
    assert.equal(decision.pool, site.pool.name);
    assert.match(decision.origin, /^origin-/);
    assert.equal(decision.attempts, 1);
    assert.equal(decision.originStatus, 200);
    assert.ok(decision.micros.total >= decision.micros.originHead);
    assert.ok(decision.micros.originHead > 0);
  });

  it('show why a rate limit did not act', async () => {
    const ratelimit = { characteristics: ['ip.src'], period: 60, requests_per_period: 1 };
    const limit = rulesOf({ http_ratelimit: [ruleOf('r', 'block', 'true', {}, { ratelimit })] });
    const first = (await traced(sampling, limit)).phases[0]?.rules[0];
    assert.deepEqual([first?.outcome, first?.condition], ['not matched', true]);
    const second = await traced(sampling, limit);
    assert.equal(second.decision.status, 429);
  });

  it('count rules that do not fit, and always contain matches', async () => {
    const many = Array.from({ length: 1_000 }, (_, n) =>
      ruleOf(`r${n}`, 'log', `http.request.uri.path eq "/${n}"`),
    );
    const trace = await traced(flagging, rulesOf({ [CUSTOM]: many }), { path: '/900' });
    assert.ok(outcomes(trace).includes('r900 matched'));
    assert.equal(outcomes(trace).length + trace.leftOut.rules, 1_000);
    assert.ok(JSON.stringify(trace).length < 65_536);
  });

  it('show a body as missing if no rule has read it', async () => {
    const either = 'http.request.method eq "POST" or http.request.body.raw contains "x"';
    const rules = rulesOf({ [CUSTOM]: [ruleOf('r', 'block', either)] });
    const trace = await traced(flagging, rules, { method: 'POST', body: 'x' });
    assert.deepEqual(
      trace.phases[0]?.values.map(({ name, state }) => [name, state]),
      [
        ['http.request.method', 'shown'],
        ['http.request.body.raw', 'missing'],
      ],
    );
  });

  it('do not count requests a second time', async () => {
    const ratelimit = { characteristics: ['ip.src'], period: 60, requests_per_period: 2 };
    const rules = rulesOf({
      http_ratelimit: [ruleOf('twice', 'block', 'true', {}, { ratelimit })],
      [MANAGED]: [ruleOf('l', 'log')],
    });
    for (const _ of [1, 2]) assert.equal((await traced(flagging, rules)).decision.status, 200);
    assert.equal((await traced(flagging, rules)).decision.status, 429);
  });

  it('contain no rules of a paused zone', async () => {
    await apply(sampling, rulesOf({ [CUSTOM]: [ruleOf('r', 'block')] }), true);
    const { traces } = await visitTraced(sampling);
    assert.deepEqual(traces.map(outcomes), [['r not reached']]);
  });

  it('distinguish two runs of a shared ruleset', async () => {
    const inner = rulesetOf('inner', [ruleOf('i', 'log'), ruleOf('j', 'log', 'not ssl')]);
    const rules = rulesOf<WrittenRule>({
      [CUSTOM]: [
        executeOf('first', { kind: 'custom', ruleset: inner }),
        ruleOf('s', 'skip', 'true', { rules: { inner: ['i'] } }),
        executeOf('second', { kind: 'custom', ruleset: inner }),
      ],
    });
    for (const edge of [flagging, sampling]) {
      const trace = await traced(edge, rules);
      const [phase] = trace.phases;
      assert.deepEqual(
        phase?.rules.map(({ id, executedBy, outcome }) => `${executedBy} ${id} ${outcome}`),
        [
          ' first matched',
          'first i matched',
          'first j matched',
          ' s matched',
          ' second matched',
          'second i skipped',
          'second j matched',
        ],
      );
    }
  });

  it('are made if a scan finds something in a response that was sent', async () => {
    const { id: rulesetId } = sensitiveDataRuleset;
    const scan = { kind: 'managed' as const, rulesetId, overrides: { enabled: true } };
    await apply(flagging, rulesOf({ http_response_firewall_managed: [executeOf('e', scan)] }));
    assert.equal((await visitTraced(flagging)).traces.length, 0);
    const { ray } = await visitTraced(flagging, { path: '/leak' });
    await eventually('there is a trace', () => {
      flagging.flush();
      return flagging.traces.length > 0;
    });
    assert.deepEqual(
      flagging.traces.map((each) => [each.ray, each.reason]),
      [[ray, 'flagged']],
    );
    assert.ok(!JSON.stringify(flagging.traces).includes('4111'));
  });

  it('are limited in number per second, and the rest is counted', async () => {
    const metrics = new PrometheusMetrics();
    const edge = await openTestEdge(
      { zones: [site.zone], pools: [site.pool] },
      {},
      { telemetry: { ...silentTelemetry, metrics }, now: () => 0 },
    );
    await apply(edge, rulesOf({ [CUSTOM]: [ruleOf('r', 'block')] }));
    for (let lot = 0; lot < 8; lot++) {
      const visits = Array.from({ length: 40 }, () => fetchStatus(edge));
      assert.deepEqual(new Set(await Promise.all(visits)), new Set([403]));
    }
    await edge.close();
    const counted = await metricsText([await metrics.snapshot()]);
    assert.equal(edge.traces.length, 50);
    assert.match(counted, /edge_traces_lost_total\{result="dropped"\} 270$/m);
  });

  it('are limited in time per second, and the rest is counted', async () => {
    const metrics = new PrometheusMetrics();
    // Each reading of the clock advances it by a fifth of a millisecond.
    let passed = 0;
    const edge = await openTestEdge(
      { zones: [site.zone], pools: [site.pool] },
      {},
      {
        telemetry: { ...silentTelemetry, metrics },
        now: () => {
          passed += 0.2;
          return passed;
        },
      },
    );
    const rules = Array.from({ length: 40 }, (_, n) => ruleOf(`r${n}`, 'log'));
    await apply(edge, rulesOf({ [CUSTOM]: rules }));
    for (let n = 0; n < 40; n++) await fetchStatus(edge);
    await edge.close();
    const counted = await metricsText([await metrics.snapshot()]);
    const [, lost] = /edge_traces_lost_total\{result="time"\} (\d+)/.exec(counted) ?? [];
    // A trace takes 4 ms and a little more, and flagged requests have 40 ms of a second.
    assert.ok(passed < 1_000);
    assert.ok(edge.traces.length >= 5 && edge.traces.length <= 10, `${edge.traces.length}`);
    assert.equal(edge.traces.length + Number(lost), 40);
  });

  it('contain no secret, nor do security events and, if configured, the log, wherever a visitor puts one', async () => {
    const reads = [
      'http.cookie contains "x"',
      'any(http.request.headers["authorization"][*] contains "x")',
      'any(http.request.headers.values[*] contains "x")',
      'http.request.headers["a"][0] eq "x"',
      'any(http.request.cookies["session"][*] contains "x")',
      'http.request.body.raw contains "x"',
      'any(http.request.body.form["password"][*] contains "x")',
      'any(http.request.body.form.values[*] contains "x")',
      'http.request.full_uri contains "x"',
      'raw.http.request.uri contains "x"',
      'http.request.uri.query contains "x"',
      'any(http.request.uri.args["token"][*] contains "x")',
      'any(http.request.uri.args.values[*] contains "x")',
      'http.referer contains "x"',
      'http.user_agent contains "x"',
    ].map((expression, n) => ruleOf(`r${n}`, 'log', expression));
    const inside = 'any(http.response.headers["set-cookie"][*] contains "x")';
    const managed = { kind: 'managed' as const, rulesetId: exposedCredentialsRuleset.id };
    await apply(
      flagging,
      rulesOf({
        [CUSTOM]: [...reads, ruleOf('all', 'log')],
        [MANAGED]: [executeOf('e', managed)],
        [RESPONSE]: [ruleOf('h', 'rewrite', inside)],
        http_log_custom_fields: [
          ruleOf('f', 'log_custom_field', 'true', {
            request_fields: ['authorization', 'x-trace', 'referer'].map((name) => ({ name })),
            response_fields: [{ name: 'set-cookie', preserve_duplicates: true }],
            cookie_fields: [{ name: 'session' }],
          }),
        ],
      }),
    );
    const words = fc.stringMatching(/^[A-Za-z0-9]{8,40}$/);
    const key = fc.stringMatching(/^[A-Z][0-9][a-z]{3}[A-Za-z0-9]{11,40}$/);
    await fc.assert(
      fc.asyncProperty(words, words, words, words, key, async (a, b, c, d, token) => {
        flagging.security.length = 0;
        flagging.events.length = 0;
        const { traces } = await visitTraced(flagging, {
          method: 'POST',
          path: `/reset/${token}/4111111111111111?token=${a}&password=${b}&q=${token}`,
          headers: {
            authorization: `Bearer ${a}`,
            cookie: `session=${b}; other=${c}`,
            'x-custom': d,
            'x-trace': token,
            'x-requested-with': `app ${token}`,
            referer: `https://a.test/${token}/x?access_token=${c}&card=4111111111111111`,
            'user-agent': `tool ${token}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: `username=${c}&password=${d}&note=${token}`,
        });
        assert.equal(traces.length, 1);
        assert.ok(flagging.security.length > 0 && flagging.events.length === 1);
        const said = JSON.stringify([traces, flagging.security, flagging.events]);
        assert.ok(flagging.events[0]?.fields.Cookies['session']?.endsWith('characters)'));
        const common = ['4111111111111111', 'c2VjcmV0LW9mLXRoZS1vcmlnaW4x'];
        for (const secret of [a, b, c, d, token, ...common]) {
          assert.ok(!said.includes(secret), `${secret} is in ${said}`);
        }
      }),
      { numRuns: 60 },
    );
  });
});
