/** Unusual outcomes of rules: skips across levels, overrides, and expressions without a usable value. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { checkSkip } from '../../src/areas/rulesets/skip-check.ts';
import { exposedCredentialsRuleset as managed } from '../../src/catalogs/managed-rulesets/exposed-credentials/exposed-credentials.ts';
import { phaseByName } from '../../src/catalogs/phases.ts';
import type { RulesetOverrides } from '../../src/contracts/snapshot/rulesets-section.ts';
import {
  executeOf,
  ruleOf,
  rulesetOf,
  rulesOf,
  type WrittenRule,
  type WrittenRules,
} from '../support/edge-rules.ts';
import { originOf, siteOf } from '../support/edge-snapshots.ts';
import { openTestEdge, type TestEdge } from '../support/test-edge.ts';
import { visitAndFlush } from '../support/visit.ts';

const CUSTOM = 'http_request_firewall_custom';
const MANAGED = 'http_request_firewall_managed';
const RATES = 'http_ratelimit';

const skip = (parameters: Record<string, unknown>, id = 's') =>
  ruleOf(id, 'skip', 'true', parameters);
const inner = (...rules: WrittenRule[]) =>
  executeOf('e', { kind: 'custom', ruleset: rulesetOf('inner', rules) });
/** Entry points of the account and of the zone, both in one phase. */
const levels = (account: readonly WrittenRule[], zone: readonly WrittenRule[]) =>
  [rulesetOf('account', account), rulesetOf('zone', zone)] as const;

describe('rules', () => {
  let origin: Server;
  let edge: TestEdge;
  let site: ReturnType<typeof siteOf>;

  before(async () => {
    origin = createServer((incoming, outgoing) => {
      incoming.resume();
      outgoing.end(JSON.stringify({ target: incoming.url, headers: incoming.headers }));
    }).listen(0, '127.0.0.1');
    await once(origin, 'listening');
    site = siteOf('shop.test', [originOf((origin.address() as AddressInfo).port)]);
    edge = await openTestEdge({ zones: [site.zone], pools: [site.pool] });
  });
  after(async () => {
    await edge.close();
    origin.close();
  });

  async function visit(rulesets: WrittenRules, path = '/', body = '') {
    const { zone } = site;
    await edge.applyRules(zone, rulesets);
    edge.flush();
    edge.security.length = 0;
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const sent = { path, method: 'POST', headers: type, body };
    const { status, headers, body: response } = await visitAndFlush(edge, sent);
    return {
      status,
      location: headers.location,
      headers,
      origin: response.startsWith('{"target"') ? JSON.parse(response) : undefined,
      events: edge.security.map(({ fields }) => `${fields.Action} ${fields.Ref}`),
    };
  }

  const skips: readonly [string, WrittenRules, number, readonly string[]][] = [
    [
      'the rest of the account, and not the zone',
      {
        phases: {
          [MANAGED]: levels(
            [skip({ ruleset: 'current' }), ruleOf('a', 'block')],
            [ruleOf('z', 'block')],
          ),
        },
      },
      403,
      ['skip s', 'block z'],
    ],
    [
      'later phases at both levels',
      {
        phases: {
          [CUSTOM]: levels([inner(skip({ phases: [MANAGED, RATES] }))], [ruleOf('z', 'log')]),
          [MANAGED]: levels([ruleOf('a', 'block')], [ruleOf('b', 'block')]),
        },
      },
      200,
      ['skip s', 'log z'],
    ],
    [
      'a managed ruleset, whatever its overrides',
      rulesOf({
        [MANAGED]: [
          skip({ rulesets: [managed.id] }),
          deployed({ action: 'block' }),
          ruleOf('a', 'log'),
        ],
      }),
      200,
      ['skip s', 'log a'],
    ],
    [
      'a managed ruleset of the zone, by a rule of the account',
      {
        phases: {
          [MANAGED]: levels([skip({ rulesets: [managed.id] })], [deployed({ action: 'block' })]),
        },
      },
      200,
      ['skip s'],
    ],
    [
      'single managed rules, and no others',
      rulesOf({
        [MANAGED]: [
          skip({ rules: { [managed.id]: [ruleId('exposed-credentials-wordpress')] } }),
          deployed({ action: 'log' }),
        ],
      }),
      200,
      ['skip s', 'log exposed-credentials-generic-form'],
    ],
    [
      'rulesets and the rest together',
      rulesOf({
        [CUSTOM]: [skip({ ruleset: 'current', phases: [MANAGED] }), ruleOf('a', 'block')],
        [MANAGED]: [ruleOf('b', 'block')],
      }),
      200,
      ['skip s'],
    ],
    [
      'nothing that ran before',
      rulesOf({ [MANAGED]: [deployed({ action: 'log' }), skip({ rulesets: [managed.id] })] }),
      200,
      ['log exposed-credentials-wordpress', 'log exposed-credentials-generic-form', 'skip s'],
    ],
    [
      'rules that an inner rule names, after it',
      rulesOf({
        [CUSTOM]: [inner(skip({ phases: [MANAGED] })), ruleOf('a', 'log')],
        [MANAGED]: [ruleOf('b', 'block')],
      }),
      200,
      ['skip s', 'log a'],
    ],
    [
      'nothing if an inner rule has ended the request',
      rulesOf({ [CUSTOM]: [inner(ruleOf('i', 'block')), skip({ ruleset: 'current' })] }),
      403,
      ['block i'],
    ],
  ];
  for (const [what, rulesets, status, events] of skips) {
    it(`skip ${what}`, async () => {
      assertCanBeSaved(rulesets);
      const seen = await visit(rulesets, '/wp-login.php', knownToTwoRules);
      assert.deepEqual([seen.status, seen.events], [status, events]);
    });
  }

  const tag = 'wordpress';
  const rule = { id: ruleId('exposed-credentials-wordpress') };
  const overrides: readonly [string, RulesetOverrides, number, readonly string[]][] = [
    ['nothing', {}, 200, ['rewrite']],
    ['the ruleset', { action: 'block' }, 403, ['block']],
    ['the ruleset, off', { enabled: false }, 200, []],
    ['a tag', { categories: [{ category: tag, action: 'log' }] }, 200, ['log']],
    [
      'a tag before the ruleset',
      { action: 'block', categories: [{ category: tag, action: 'log' }] },
      200,
      ['log'],
    ],
    [
      'the last of two tags',
      {
        categories: [
          { category: tag, action: 'log' },
          { category: 'exposed-credentials', action: 'block' },
        ],
      },
      403,
      ['block'],
    ],
    [
      'the rule before tag and ruleset',
      {
        action: 'block',
        categories: [{ category: tag, action: 'js_challenge' }],
        rules: [{ ...rule, action: 'log' }],
      },
      200,
      ['log'],
    ],
    [
      'each property by itself',
      {
        enabled: false,
        categories: [{ category: tag, enabled: true }],
        rules: [{ ...rule, action: 'challenge' }],
      },
      403,
      ['challenge'],
    ],
    [
      'an action, which does not enable rules',
      { enabled: false, rules: [{ ...rule, action: 'block' }] },
      200,
      [],
    ],
    [
      'a rule back to its own action',
      { action: 'block', rules: [{ ...rule, action: 'rewrite' }] },
      200,
      ['rewrite'],
    ],
    [
      'a rule that no longer exists',
      { rules: [{ id: '0'.repeat(32), action: 'block' }] },
      200,
      ['rewrite'],
    ],
  ];
  for (const [what, given, status, actions] of overrides) {
    it(`obey overrides of ${what}`, async () => {
      const rulesets = rulesOf({ [MANAGED]: [deployed(given)] });
      const seen = await visit(rulesets, '/wp-login.php', wordpress);
      const events = actions.map((action) => `${action} exposed-credentials-wordpress`);
      assert.deepEqual([seen.status, seen.events], [status, events]);
      const mark = seen.origin?.headers['exposed-credential-check'];
      assert.equal(mark, actions[0] === 'rewrite' ? '1' : undefined);
    });
  }

  it('run all executed rulesets in order', async () => {
    const rulesets = rulesOf({
      [MANAGED]: [
        deployed({ action: 'log' }),
        deployed({}),
        deployed({ action: 'block' }),
        ruleOf('x', 'log'),
      ],
    });
    const seen = await visit(rulesets, '/wp-login.php', wordpress);
    assert.equal(seen.status, 403);
    assert.deepEqual(
      seen.events.map((event) => event.split(' ')[0]),
      ['log', 'rewrite', 'block'],
    );
  });

  describe('with expressions without a usable value', () => {
    const argument = (name: string) => `url_decode(http.request.uri.args["${name}"][0])`;
    const redirect = rulesOf({
      http_request_dynamic_redirect: [
        ruleOf('r', 'redirect', 'true', {
          from_value: { target_url: { expression: argument('to') }, status_code: 302 },
        }),
      ],
    });
    const rewrite = rulesOf({
      http_request_transform: [
        ruleOf('t', 'rewrite', 'true', { uri: { path: { expression: argument('to') } } }),
      ],
      http_request_late_transform: [
        ruleOf('h', 'rewrite', 'true', {
          headers: { 'x-to': { operation: 'set', expression: 'http.request.uri.path' } },
        }),
      ],
    });
    const header = rulesOf({
      http_response_headers_transform: [
        ruleOf('o', 'rewrite', 'true', {
          headers: { 'x-to': { operation: 'set', expression: argument('to') } },
        }),
      ],
    });

    it('do not redirect', async () => {
      assert.equal((await visit(redirect, '/?to=%2Fnew')).location, '/new');
      for (const path of ['/', '/?to=', '/?to=%2F%0d%0aSet-Cookie:a', '/?to=%00']) {
        const seen = await visit(redirect, path);
        assert.deepEqual([seen.status, seen.origin?.target], [200, path]);
      }
    });

    it('do not redirect by a list either', async () => {
      const redirects = {
        host: 'shop.test',
        path: '/old',
        target: 'https://new.test/',
        status: 301,
        hasSubdomains: false,
        hasSubpaths: false,
        keepsQuery: true,
        keepsSuffix: false,
      };
      const content = { kind: 'redirect', items: [redirects] } as const;
      await edge.apply({ lists: [{ id: 'moved', accountId: 'account', name: 'moved', content }] });
      const key = 'url_decode(http.request.full_uri)';
      const moved = ruleOf('m', 'redirect', 'true', { from_list: { name: 'moved', key } });
      const rules = { phases: { http_request_redirect: levels([moved], []) } };
      assert.equal((await visit(rules, '/old?a=%7e')).location, 'https://new.test/?a=~');
      for (const path of ['/old?a=%0d%0aSet-Cookie:a', '/old?a=%00']) {
        const seen = await visit(rules, path);
        assert.deepEqual([seen.status, seen.origin?.target], [200, path]);
      }
    });

    it('leave the target unchanged', async () => {
      assert.equal((await visit(rewrite, '/?to=%2Fnew')).origin?.target, '/new?to=%2Fnew');
      for (const path of [
        '/old',
        '/old?to=new',
        '/old?to=%2F%20HTTP%2F1.1%0d%0a',
        '/old?to=%2F%00',
      ]) {
        const seen = await visit(rewrite, path);
        assert.deepEqual([seen.status, seen.origin?.target], [200, path]);
        assert.equal(seen.origin?.headers['x-to'], '/old');
      }
    });

    it('set no header with a line end in its value', async () => {
      assert.equal((await visit(header, '/?to=a')).headers['x-to'], 'a');
      const seen = await visit(header, '/?to=a%0d%0aSet-Cookie:b');
      assert.deepEqual([seen.headers['x-to'], seen.headers['set-cookie']], [undefined, undefined]);
    });
  });
});

const wordpress = 'log=CF_EXPOSED_USERNAME&pwd=CF_EXPOSED_PASSWORD';
/** Matches two rules, which shows if more is skipped than intended. */
const knownToTwoRules = `${wordpress}&username=CF_EXPOSED_USERNAME&password=CF_EXPOSED_PASSWORD`;

/** The rules must be valid for the API; otherwise the test would prove nothing (some rows were invalid). */
function assertCanBeSaved({ phases }: WrittenRules): void {
  for (const [name, rulesets] of Object.entries(phases)) {
    for (const { id, rules } of 'rules' in rulesets ? [rulesets] : rulesets) {
      assertRulesCanBeSaved(rules, name, id === 'account' ? 'root' : 'zone');
    }
  }
}

function assertRulesCanBeSaved(
  rules: readonly WrittenRule[],
  phaseName: string,
  kind: 'zone' | 'root' | 'custom',
): void {
  const phase = phaseByName(phaseName);
  assert.ok(phase);
  for (const { action, parameters, executes } of rules) {
    assert.ok(phase.actions[kind]?.includes(action), `${action} in ${kind} of ${phaseName}`);
    if (action === 'skip') checkSkip({ parameters: parameters ?? {} }, { phase }, '');
    if (executes && 'ruleset' in executes) {
      assertRulesCanBeSaved(executes.ruleset.rules, phaseName, 'custom');
    }
  }
}

function ruleId(ref: string): string {
  const found = managed.rules.find((each) => each.ref === ref);
  assert.ok(found, ref);
  return found.id;
}

/** The ruleset as deployed with these overrides. */
function deployed(overrides: RulesetOverrides) {
  return executeOf('deployment', { kind: 'managed', rulesetId: managed.id, overrides });
}
