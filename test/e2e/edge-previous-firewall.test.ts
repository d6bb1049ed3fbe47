/** The packages of the previous firewall, set through the API, on requests with attacks. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { managedPackage } from '../../src/catalogs/previous-firewall/managed-package.ts';
import { owaspPackage } from '../../src/catalogs/previous-firewall/owasp-package.ts';
import { CLOSING_NUMBER } from '../../src/catalogs/previous-firewall/rule-numbers.ts';
import type { ZoneSections } from '../../src/contracts/snapshot/zone-snapshot.ts';
import { sqlite } from '../support/databases.ts';
import { executeOf, rulesOf } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { type Sent, visitAndFlush } from '../support/visit.ts';

const UNION = '1 union select password from users';
const FORM = 'application/x-www-form-urlencoded';
const query = (path = '/', more: Sent = {}): Sent => ({
  path: `${path}?id=${encodeURIComponent(UNION)}`,
  headers: { 'user-agent': 'test', accept: '*/*' },
  ...more,
});
const script = { headers: { 'user-agent': 'test', 'x-requested-with': 'XMLHttpRequest' } };
const sqlRule = managedPackage.rules.find(({ description }) => description === 'SQL injection');
const { id: SQL = '', group } = sqlRule ?? assert.fail();
const MANAGED = `packages/${managedPackage.id}`;
const OWASP = `packages/${owaspPackage.id}`;
const CLEAN = { status: 200, events: [] as string[] };

describe('the packages of the previous firewall', () => {
  let origin: Server;
  let edge: TestEdge;
  let api: TestApi;
  let site: ReturnType<typeof siteOf>;
  let zoneId: string;

  before(async () => {
    origin = createServer((incoming, outgoing) => {
      incoming.resume().on('end', () => outgoing.end('ok'));
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    edge = await openTestEdge({ zones: [site.zone], pools: [site.pool] });
    api = await openTestApi(sqlite);
  });
  after(async () => {
    await edge.close();
    origin.close();
    await api.close();
  });
  beforeEach(async () => {
    zoneId = await api.newZone();
    await call('PATCH', 'settings/waf', { value: 'on' });
  });

  async function call(method: string, path: string, body: object): Promise<{ id: string }> {
    const inWaf = /^(?:packages|overrides)/.test(path) ? `firewall/waf/${path}` : path;
    const answer = await api.call(method, `/zones/${zoneId}/${inWaf}`, { body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.result;
  }

  /** Without the OWASP package, whose challenges would hide what the other one does. */
  const onlyManaged = () => call('PATCH', OWASP, { sensitivity: 'off' });
  const onlyOwasp = async (settings: object) => {
    for (const each of managedPackage.groups) {
      await call('PATCH', `${MANAGED}/groups/${each.id}`, { mode: 'off' });
    }
    await call('PATCH', OWASP, settings);
  };

  async function section(): Promise<ZoneSections['previousFirewall']> {
    const sections = api.core.modules.flatMap((module) => module.sections);
    const found = sections.find(({ name }) => name === 'previousFirewall') ?? assert.fail();
    const built = await found.build([zoneId]);
    return built.get(zoneId) as ZoneSections['previousFirewall'];
  }

  /** Visits a site that has the previous firewall of the zone; events are "source action rule". */
  async function ask(sent: Sent) {
    const previousFirewall = await section();
    const sections = { ...site.zone.sections, ...(previousFirewall && { previousFirewall }) };
    await edge.applyRules({ ...site.zone, sections }, rulesOf({}));
    edge.security.length = 0;
    const { status } = await visitAndFlush(edge, sent);
    const events = edge.security.map(({ fields }) => {
      const { Source, Action, RuleID } = fields;
      return `${Source} ${Action} ${RuleID}`;
    });
    return { status, events };
  }

  it('block an attack under the number of the rule, and let other requests pass', async () => {
    const { status, events } = await ask(query());
    assert.deepEqual([status, events], [403, [`waf block ${SQL}`]]);
    for (const sent of [{ path: '/?q=western%20union' }, { path: "/?name=O'Neil" }]) {
      assert.deepEqual(await ask(sent), CLEAN);
    }
  });

  it('do nothing while the setting is off, and then cost nothing', async () => {
    await call('PATCH', 'settings/waf', { value: 'off' });
    assert.equal(await section(), undefined);
    assert.deepEqual(await ask(query()), CLEAN);
  });

  it('inspect bodies, but only requests with GET and POST', async () => {
    const body = `id=${encodeURIComponent(UNION)}`;
    const sent = { body, headers: { 'content-type': FORM } };
    assert.equal((await ask({ ...sent, method: 'POST' })).status, 403);
    assert.deepEqual(await ask({ ...sent, method: 'PUT' }), CLEAN);
    assert.deepEqual(await ask(query('/', { method: 'HEAD' })), CLEAN);
  });

  it('follow the modes of rules and groups', async () => {
    await onlyManaged();
    const others = managedPackage.groups.filter((each) => each !== group);
    for (const { id } of others) await call('PATCH', `${MANAGED}/groups/${id}`, { mode: 'off' });
    for (const [mode, status, event] of [
      ['simulate', 200, `waf log ${SQL}`],
      ['challenge', 403, `waf challenge ${SQL}`],
      ['block', 403, `waf block ${SQL}`],
    ] as const) {
      await call('PATCH', `${MANAGED}/rules/${SQL}`, { mode });
      const asked = await ask(query());
      assert.deepEqual([asked.status, asked.events[0]], [status, event]);
    }
    await call('PATCH', `${MANAGED}/rules/${SQL}`, { mode: 'disable' });
    assert.ok(!(await ask(query())).events.some((event) => event.endsWith(SQL)));
    await call('PATCH', `${MANAGED}/rules/${SQL}`, { mode: 'block' });
    await call('PATCH', `${MANAGED}/groups/${group.id}`, { mode: 'off' });
    assert.deepEqual(await ask(query()), CLEAN);
  });

  it('act on the score with the action mode, in one event', async () => {
    for (const [action_mode, status, action] of [
      ['block', 403, 'block'],
      ['simulate', 200, 'log'],
      ['challenge', 403, 'challenge'],
    ] as const) {
      if (action_mode === 'block') await onlyOwasp({ action_mode });
      else await call('PATCH', OWASP, { action_mode });
      const events = [`waf ${action} ${CLOSING_NUMBER}`];
      assert.deepEqual(await ask(query()), { status, events });
    }
    const [event] = edge.security;
    const { rules } = (event ?? assert.fail()).fields.Metadata as { rules: { rule_id: string }[] };
    assert.ok(rules.every(({ rule_id }) => /^98\d{4}$/.test(rule_id)));
  });

  it('act at the score of the sensitivity, which is higher for scripts', async () => {
    await onlyOwasp({ action_mode: 'simulate' });
    const scoreOf = async (sensitivity: string, more: Sent = {}) => {
      await call('PATCH', OWASP, { sensitivity });
      const { events } = await ask(query('/', more));
      const { score = 0, threshold = 0 } = (edge.security[0]?.fields.Metadata ?? {}) as {
        score?: number;
        threshold?: number;
      };
      assert.ok(events.length === 0 || score >= threshold);
      return { score, threshold };
    };
    const { score } = await scoreOf('high');
    for (const [sensitivity, pages, scripts] of [
      ['high', 25, 65],
      ['medium', 40, 80],
      ['low', 60, 120],
    ] as const) {
      for (const [limit, more] of [
        [pages, {}],
        [scripts, script],
      ] as const) {
        const { threshold } = await scoreOf(sensitivity, more);
        assert.equal(threshold, score >= limit ? limit : 0, `${sensitivity} ${limit} ${score}`);
      }
    }
    assert.deepEqual(await scoreOf('off'), { score: 0, threshold: 0 });
  });

  it('count only the rules that are on', async () => {
    await onlyOwasp({ action_mode: 'block' });
    const sql = owaspPackage.groups.find(({ name }) => name === 'OWASP SQL Injection Attacks');
    assert.equal((await ask(query())).status, 403);
    await call('PATCH', `${OWASP}/groups/${sql?.id}`, { mode: 'off' });
    assert.deepEqual(await ask(query()), CLEAN);
  });

  describe('with URI overrides', () => {
    const override = (body: object) => call('POST', 'overrides', { rules: {}, ...body });
    const silence = { [SQL]: 'simulate' };

    beforeEach(() => onlyManaged());

    it('have other modes for the URLs, and their own for others', async () => {
      await override({ urls: ['shop.test/search*'], rules: silence });
      assert.deepEqual(await ask(query('/search')), {
        status: 200,
        events: [`waf log ${SQL}`],
      });
      assert.equal((await ask(query('/other'))).status, 403);
    });

    it('have those of the strongest one only', async () => {
      const urls = ['shop.test/*'];
      await override({ urls, rules: silence, priority: 2 });
      const groups = { [group.id]: 'disable' };
      const { id } = await override({ urls, groups, priority: 1 });
      assert.deepEqual(await ask(query()), CLEAN);
      const paused = { id, urls, groups, rules: {}, rewrite_action: {}, paused: true };
      await call('PUT', `overrides/${id}`, paused);
      assert.deepEqual((await ask(query())).events, [`waf log ${SQL}`]);
    });

    it('have the actions that they are rewritten to', async () => {
      await override({
        urls: ['shop.test/*'],
        rules: { '100002': 'default' },
        rewrite_action: { block: 'challenge' },
      });
      assert.deepEqual((await ask(query())).events, [`waf challenge ${SQL}`]);
    });

    it('switch a group on that is off in the zone', async () => {
      await call('PATCH', `${MANAGED}/groups/${group.id}`, { mode: 'off' });
      await override({ urls: ['*.test/admin*'], groups: { [group.id]: 'default' } });
      assert.equal((await ask(query('/admin/x'))).status, 403);
      assert.deepEqual(await ask(query('/')), CLEAN);
    });

    it('become rules of rulesets with the same decisions', async () => {
      const { id } = await override({
        urls: ['shop.test/search*'],
        rules: silence,
        rewrite_action: { block: 'challenge' },
      });
      await override({ urls: ['shop.test/other'], groups: { [group.id]: 'disable' } });
      const preview = `/zones/${zoneId}/firewall/waf/overrides/${id}/preview`;
      const { rules } = (await api.call('GET', preview)).body.result;
      const current = rules.map(writtenRule);
      const previous = await ask(query('/search'));
      await edge.applyRules(site.zone, rulesOf({ http_request_firewall_managed: current }));
      edge.security.length = 0;
      const { status } = await visitAndFlush(edge, query('/search'));
      assert.equal(status, previous.status);
      assert.deepEqual(
        edge.security.map(({ fields }) => fields.Action),
        ['log', 'skip'],
      );
    });
  });
});

interface PreviewRule {
  readonly action: string;
  readonly expression: string;
  readonly action_parameters: { readonly id: string; readonly overrides: object };
}

function writtenRule(
  { action, expression, action_parameters: parameters }: PreviewRule,
  n: number,
) {
  const { id: rulesetId, overrides } = parameters;
  const rule = executeOf(`rule-${n}`, { kind: 'managed', rulesetId, overrides }, expression);
  if (action === 'execute') return rule;
  const { executes: _none, ...skip } = rule;
  return { ...skip, action, parameters: parameters as unknown as Record<string, unknown> };
}
