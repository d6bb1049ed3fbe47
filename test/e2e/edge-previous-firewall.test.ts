/** The previous firewall, configured through the API, on requests with attacks. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, beforeEach, describe, it } from 'node:test';
import { managedRuleset } from '../../src/catalogs/managed-rulesets/managed/managed.ts';
import { managedPackage } from '../../src/catalogs/previous-firewall/managed-package.ts';
import { owaspPackage } from '../../src/catalogs/previous-firewall/owasp-package.ts';
import { CLOSING_NUMBER } from '../../src/catalogs/previous-firewall/rule-numbers.ts';
import type { PoolSnapshot } from '../../src/contracts/snapshot/load-balancing-section.ts';
import type { ZoneSections } from '../../src/contracts/snapshot/zone-snapshot.ts';
import { sqlite } from '../support/databases.ts';
import { executeOf, rulesOf, type WrittenRule } from '../support/edge-rules.ts';
import { balancerOf, originOf, poolOf, zoneOf } from '../support/edge-snapshots.ts';
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
const CURRENT = 'http_request_firewall_managed';
const CLEAN = { status: 200, events: [] as string[] };

describe('the previous firewall', () => {
  let origin: Server;
  let edge: TestEdge;
  let api: TestApi;
  let pool: PoolSnapshot;
  let zoneId: string;
  let host: string;

  before(async () => {
    origin = createServer((incoming, outgoing) => {
      incoming.resume().on('end', () => outgoing.end('ok'));
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    pool = poolOf('pool', [originOf((origin.address() as AddressInfo).port)]);
    edge = await openTestEdge({ pools: [pool] });
    api = await openTestApi(sqlite);
  });
  after(async () => {
    await edge.close();
    origin.close();
    await api.close();
  });
  beforeEach(async () => {
    zoneId = await api.newZone();
    host = (await api.call('GET', `/zones/${zoneId}`)).body.result.name;
    await call('PATCH', 'settings/waf', { value: 'on' });
  });

  async function call(method: string, path: string, body: object): Promise<{ id: string }> {
    // The documents of these APIs are in arrays.
    const isBulk = method === 'POST' && path === 'firewall/rules';
    const inWaf = /^(?:packages|overrides)/.test(path) ? `firewall/waf/${path}` : path;
    const answer = await api.call(method, `/zones/${zoneId}/${inWaf}`, {
      body: isBulk ? [body] : body,
    });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return isBulk ? answer.body.result[0] : answer.body.result;
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
  async function ask(sent: Sent, rules: readonly WrittenRule[] = []) {
    const previousFirewall = await section();
    return await visitZone(sent, rules, previousFirewall && { previousFirewall });
  }

  async function visitZone(
    { headers, ...sent }: Sent,
    rules: readonly WrittenRule[],
    sections: Partial<ZoneSections> = {},
  ) {
    const loadBalancing = { balancers: [balancerOf(host, [pool.id])] };
    const zone = zoneOf(host, { loadBalancing, ...sections });
    await edge.applyRules(zone, rulesOf(rules.length > 0 ? { [CURRENT]: rules } : {}));
    edge.security.length = 0;
    const { status } = await visitAndFlush(edge, { ...sent, headers: { ...headers, host } });
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
      await override({ urls: [`${host}/search*`], rules: silence });
      assert.deepEqual(await ask(query('/search')), {
        status: 200,
        events: [`waf log ${SQL}`],
      });
      assert.equal((await ask(query('/other'))).status, 403);
    });

    it('have those of the strongest one only', async () => {
      const urls = [`${host}/*`];
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
        urls: [`${host}/*`],
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
        urls: [`${host}/search*`],
        rules: silence,
        rewrite_action: { block: 'challenge' },
      });
      await override({ urls: [`${host}/other`], groups: { [group.id]: 'disable' } });
      const preview = `/zones/${zoneId}/firewall/waf/overrides/${id}/preview`;
      const { rules } = (await api.call('GET', preview)).body.result;
      const previous = await ask(query('/search'));
      assert.deepEqual(previous, { status: 200, events: [`waf log ${SQL}`] });
      const { status, events } = await visitZone(query('/search'), rules.map(writtenRule));
      assert.equal(status, previous.status);
      assert.deepEqual(
        events.map((event) => event.split(' ').slice(0, 2).join(' ')),
        ['firewallmanaged log', 'firewallmanaged skip'],
      );
    });
  });

  describe('with page rules', () => {
    const pageRule = (path: string, actions: readonly object[], priority = 1) => {
      const constraint = { operator: 'matches', value: `${host}${path}` };
      const targets = [{ target: 'url', constraint }];
      return call('POST', 'pagerules', { targets, actions, priority, status: 'active' });
    };
    const waf = (value: string) => [{ id: 'waf', value }];

    it('are off where a page rule says so', async () => {
      await pageRule('/off/*', waf('off'));
      await pageRule('/disabled/*', [{ id: 'disable_security' }]);
      await pageRule('/off/but/*', waf('on'), 2);
      for (const [path, status] of [
        ['/off/a', 200],
        ['/disabled/a', 200],
        ['/off/but/a', 403],
        ['/other', 403],
      ] as const) {
        assert.equal((await ask(query(path))).status, status, path);
      }
    });

    it('are on where a page rule says so, while the setting is off', async () => {
      await pageRule('/on/*', waf('on'));
      await call('PATCH', 'settings/waf', { value: 'off' });
      assert.equal((await ask(query('/on/a'))).status, 403);
      assert.deepEqual(await ask(query('/other')), CLEAN);
      await api.call('PATCH', `/zones/${zoneId}`, { body: { plan: { legacy_id: 'free' } } });
      assert.deepEqual(await ask(query('/on/a')), CLEAN);
    });
  });

  describe('with firewall rules', () => {
    const rule = (action: string, path: string, more: object = {}) => {
      const filter = { expression: `http.request.uri.path eq "${path}"` };
      return call('POST', 'firewall/rules', { action, filter, ...more });
    };

    it('runs them before the custom rules, with events of their own', async () => {
      const { id } = await rule('block', '/blocked');
      const clean = { path: '/blocked' };
      const events = [`firewallrules block ${id}`];
      assert.deepEqual(await ask(clean), { status: 403, events });
    });

    it('leaves requests alone that one of them lets bypass the packages', async () => {
      const { id } = await rule('bypass', '/free', { products: ['waf'] });
      const events = [`firewallrules bypass ${id}`];
      assert.deepEqual(await ask(query('/free')), { status: 200, events });
      const current = executeOf('m', { kind: 'managed', rulesetId: managedRuleset.id });
      assert.equal((await ask(query('/free'), [current])).status, 403);
    });

    it('inspects requests that one of them allows past the others', async () => {
      await rule('allow', '/allowed');
      const filter = { expression: `starts_with(http.request.uri.path, "/allow")` };
      await rule('block', '/allow', { filter });
      assert.equal((await ask({ path: '/allows' })).status, 403);
      assert.equal((await ask({ path: '/allowed' })).status, 200);
      assert.equal((await ask(query('/allowed'))).status, 403);
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
