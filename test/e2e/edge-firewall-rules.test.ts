/** Firewall rules and page rules of the previous firewall on real requests. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { FirewallRuleWithFilter } from '../../src/areas/previous-firewall/firewall-rules/firewall-rule-model.ts';
import { firewallRuleRules } from '../../src/areas/previous-firewall/firewall-rules/firewall-rule-rules.ts';
import { sampleFirewallRule as firewallRule } from '../../src/areas/previous-firewall/fixtures/sample-firewall-rule.ts';
import { samplePageRule } from '../../src/areas/previous-firewall/fixtures/sample-page-rule.ts';
import type { PageRule } from '../../src/areas/previous-firewall/page-rules/page-rule-model.ts';
import { pageRuleRules } from '../../src/areas/previous-firewall/page-rules/page-rule-rules.ts';
import { managedRuleset } from '../../src/catalogs/managed-rulesets/managed/managed.ts';
import type { PreviousFirewallSection } from '../../src/contracts/snapshot/previous-firewall-section.ts';
import { executeOf, ruleOf, rulesetOf, rulesOf, type WrittenRule } from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { type Sent, visitAndFlush } from '../support/visit.ts';

const CUSTOM = 'http_request_firewall_custom';
const RATES = 'http_ratelimit';
const ATTACK = `q=${encodeURIComponent('1 union select password from users')}`;
const headers = { 'user-agent': 'test', accept: '*/*' };
const packages = { isOn: true, ids: [managedRuleset.id] };
const managed = executeOf('package', { kind: 'managed', rulesetId: managedRuleset.id });
const onPath = (path: string) => ({ expression: `http.request.uri.path eq "${path}"` });

/** Blocks every request. */
const rate = ruleOf(
  'rate',
  'block',
  'true',
  {},
  {
    ratelimit: {
      characteristics: ['cf.colo.id', 'ip.src'],
      period: 3_600,
      requests_per_period: 0,
      mitigation_timeout: 0,
    },
  },
);

describe('previous firewall', () => {
  let origin: Server;
  let edge: TestEdge;
  let site: ReturnType<typeof siteOf>;

  before(async () => {
    origin = createServer((_incoming, outgoing) => outgoing.end('ok')).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    edge = await openTestEdge({ zones: [site.zone], pools: [site.pool] });
  });
  after(async () => {
    await edge.close();
    origin.close();
  });

  async function apply(
    phases: Partial<Record<keyof PreviousFirewallSection['phases'], readonly WrittenRule[]>>,
    rules: Record<string, readonly WrittenRule[]> = {},
  ) {
    const previous = Object.entries(phases).map(([phase, list]) => [phase, rulesetOf(phase, list)]);
    const previousFirewall: PreviousFirewallSection = { phases: Object.fromEntries(previous) };
    const zone = { ...site.zone, sections: { ...site.zone.sections, previousFirewall } };
    await edge.applyRules(zone, rulesOf(rules));
  }
  async function ask(sent: Sent) {
    edge.security.length = 0;
    const { status } = await visitAndFlush(edge, { headers, ...sent });
    const events = edge.security.map(
      ({ fields }) => `${fields.Source} ${fields.Action} ${fields.RuleID}`,
    );
    return { status, events };
  }

  describe('firewall rules', () => {
    const applyRules = async (
      rules: readonly FirewallRuleWithFilter[],
      others: Record<string, readonly WrittenRule[]> = {},
    ) => {
      const own = firewallRuleRules(rules);
      await apply({ previous_firewall_rules: own, previous_managed_rules: [managed] }, others);
    };

    it('block requests, with an event of their own source', async () => {
      await applyRules([firewallRule('closed', 'block', onPath('/closed'))]);
      assert.deepEqual(await ask({ path: '/closed' }), {
        status: 403,
        events: ['firewallrules block closed'],
      });
      assert.deepEqual(await ask({ path: '/open' }), { status: 200, events: [] });
    });

    it('are evaluated by priority, then by the precedence of the action', async () => {
      await applyRules([
        firewallRule('block', 'block'),
        firewallRule('log', 'log'),
        firewallRule('allow', 'allow'),
      ]);
      assert.deepEqual(await ask({}), {
        status: 200,
        events: ['firewallrules log log', 'firewallrules allow allow'],
      });
      await applyRules([
        firewallRule('block', 'block', { priority: 1 }),
        firewallRule('log', 'log', { priority: 2 }),
        firewallRule('allow', 'allow'),
      ]);
      assert.deepEqual(await ask({}), { status: 403, events: ['firewallrules block block'] });
    });

    it('challenge visitors', async () => {
      for (const action of ['challenge', 'managed_challenge', 'js_challenge'] as const) {
        await applyRules([firewallRule('c', action), firewallRule('b', 'block')]);
        const { status, events } = await ask({});
        assert.deepEqual([status, events], [403, [`firewallrules ${action.replace('_', '')} c`]]);
      }
    });

    it('end with "allow", and nothing else does: custom rules and managed rules still run', async () => {
      const rules = [firewallRule('allow', 'allow'), firewallRule('block', 'block')];
      await applyRules(rules, {
        [CUSTOM]: [ruleOf('custom', 'block', 'ends_with(http.request.uri.path, "/x")')],
      });
      assert.equal((await ask({ path: '/' })).status, 200);
      assert.deepEqual(await ask({ path: '/x' }), {
        status: 403,
        events: ['firewallrules allow allow', 'firewallcustom block custom'],
      });
      const { status, events } = await ask({ path: `/?${ATTACK}` });
      assert.deepEqual([status, events.length], [403, 2]);
      assert.match(events[1] ?? '', /^waf block /);
    });

    it('are not the only ones that bypass products: custom rules skip them', async () => {
      const skip = { products: ['waf', 'hot'] };
      const custom = ruleOf('skip', 'skip', onPath('/free').expression, skip);
      await applyRules([], { [CUSTOM]: [custom] });
      assert.equal((await ask({ path: `/free?${ATTACK}` })).status, 200);
      assert.equal((await ask({ path: `/?${ATTACK}` })).status, 403);
    });

    it('bypass rate limits and the previous managed rules, and go on', async () => {
      const others = { [RATES]: [rate] };
      const attack = { path: `/?${ATTACK}` };
      await applyRules([], others);
      assert.equal((await ask({})).status, 429);
      await applyRules([firewallRule('b', 'bypass', { products: ['rateLimit'] })], others);
      assert.deepEqual(await ask({}), { status: 200, events: ['firewallrules bypass b'] });
      assert.equal((await ask(attack)).status, 403);
      const both = firewallRule('b', 'bypass', { products: ['rateLimit', 'waf'] });
      await applyRules([both], others);
      assert.deepEqual(await ask(attack), { status: 200, events: ['firewallrules bypass b'] });
      await applyRules([both, firewallRule('block', 'block')], others);
      assert.equal((await ask({})).status, 403);
      await applyRules([firewallRule('b', 'bypass', { products: ['hot'] })], others);
      assert.equal((await ask({})).status, 429);
    });
  });

  describe('page rules', () => {
    const statuses = async (rules: readonly PageRule[], isOn: boolean) => {
      const made = pageRuleRules(rules, { ...packages, isOn });
      await apply(made === 'nowhere' ? {} : { previous_managed_rules: [...made, managed] });
      const seen: number[] = [];
      for (const path of ['/', '/open/', '/open/admin/']) {
        seen.push((await ask({ path: `${path}?${ATTACK}` })).status);
      }
      return seen;
    };
    const open = samplePageRule('open', 'shop.test/open/*', 'off');
    const admin = samplePageRule('admin', '*/open/admin/*', 'on', { priority: 2 });
    const table = [
      ['none, the setting on', [], true, [403, 403, 403]],
      ['none, the setting off', [], false, [200, 200, 200]],
      ['one that switches off', [open], true, [403, 200, 200]],
      ['one that switches on above it', [open, admin], true, [403, 200, 403]],
      ['one that switches on, the setting off', [open, admin], false, [200, 200, 403]],
      [
        'one without effect above it, the setting on',
        [open, samplePageRule('n', '*/open/admin/*', 'none', { priority: 2 })],
        true,
        [403, 200, 403],
      ],
      [
        'one without effect above one that switches on, the setting off',
        [admin, samplePageRule('n', '*/open/a*', 'none', { priority: 3 })],
        false,
        [200, 200, 200],
      ],
    ] as const;
    for (const [what, rules, isOn, expected] of table) {
      it(`switch the previous managed rules: ${what}`, async () => {
        assert.deepEqual(await statuses(rules, isOn), expected);
      });
    }

    it('protect a request which some reading leads to a protected URL', async () => {
      assert.deepEqual(await statuses([open, admin], true), [403, 200, 403]);
      const path = `/open/;/admin/?${ATTACK}`;
      const plain = await ask({ path: `/open/;/x/?${ATTACK}` });
      assert.equal(plain.status, 200);
      assert.equal((await ask({ path })).status, 403);
    });
  });
});
