import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { type NodeAccess, withoutNode } from '../../src/app/modules.ts';
import { coreRuleset } from '../../src/catalogs/managed-rulesets/core/core.ts';
import { exposedCredentialsRuleset } from '../../src/catalogs/managed-rulesets/exposed-credentials/exposed-credentials.ts';
import { managedRuleset } from '../../src/catalogs/managed-rulesets/managed/managed.ts';
import { describeOnEachDatabase } from '../support/databases.ts';
import { runQueue } from '../support/run-queue.ts';
import { openTestApi, type TestApi } from '../support/test-api.ts';

const COMPLETION = 'firewall-migration-completion';
const PHASE = 'http_request_firewall_managed';

interface Shown {
  readonly action: string;
  readonly enabled: boolean;
  readonly expression: string;
}
const brief = ({ action, enabled, expression }: Shown) => [action, enabled, expression];

describeOnEachDatabase('the firewall migration', (kind) => {
  let api: TestApi;
  let zone: string;
  let isInForce = true;

  before(async () => {
    const node: NodeAccess = { ...withoutNode, isInForce: async () => isInForce };
    api = await openTestApi(kind, { node });
  });
  after(() => api.close());
  beforeEach(async () => {
    isInForce = true;
    zone = await newZone('enterprise');
  });

  async function newZone(plan: string) {
    return `/zones/${await api.newZone(plan)}`;
  }
  const get = async (path: string, at = zone) =>
    (await api.call('GET', `${at}/waf_migration/${path}`)).body.result;
  const check = (at = zone) => get('check?phase_two=1', at);
  const stateOf = async (at = zone) => (await get('status', at)).migration_state;
  const switchOn = (at = zone) =>
    api.call('PATCH', `${at}/settings/waf`, { body: { value: 'on' } });
  const entryPoint = (at = zone) => `${at}/rulesets/phases/${PHASE}/entrypoint`;

  /** Stores the equivalent configuration as a step of the migration. */
  async function step(value: string, at = zone, change: Record<string, unknown> = {}) {
    const body = { ...(await get('config?phase_two=1', at)), ...change };
    return await api.call('PUT', `${entryPoint(at)}?waf_migration=${value}&phase_two=1`, { body });
  }
  const refusal = async (asked: ReturnType<typeof step>) => {
    const { status, body } = await asked;
    return [status, body.errors[0]?.code];
  };

  it('goes by check, configuration, update and status', async () => {
    await switchOn();
    assert.deepEqual(await check(), { compatible: true, migration_state: 'start', reasons: [] });
    const config = await get('config?phase_two=1');
    assert.deepEqual(
      [config.name, config.rules.map(brief)],
      [
        'default',
        [
          ['execute', true, 'true'],
          ['execute', true, 'true'],
        ],
      ],
    );
    assert.equal((await step('pending')).status, 200);
    const { created, ...pending } = await get('status');
    assert.deepEqual(pending, {
      old_waf_status: 'enabled',
      new_waf_status: 'enabled',
      migration_state: 'pending',
      source: 'zone',
    });
    assert.equal(typeof created, 'string');
    await runQueue(api.core, api.clock, COMPLETION);
    const { old_waf_status: old, migration_state: state } = await get('status');
    assert.deepEqual([old, state], ['disabled', 'complete']);
    const { rules } = (await api.call('GET', entryPoint())).body.result;
    assert.deepEqual(rules.map(brief), config.rules.map(brief));
  });

  it('has the defaults until a step is taken', async () => {
    assert.deepEqual(await get('status'), {
      old_waf_status: 'disabled',
      new_waf_status: 'disabled',
      migration_state: 'start',
      source: 'defaults',
      created: null,
    });
  });

  const transitions = [
    ['enterprise', ['validation'], 'validation'],
    ['enterprise', ['2'], 'validation'],
    ['enterprise', ['validation', 'validation'], 'validation'],
    ['enterprise', ['validation', 'pending'], 'complete'],
    ['enterprise', ['2', '1'], 'complete'],
    ['enterprise', ['pending'], 'complete'],
    ['business', ['pending'], 'complete'],
    ['pro', ['1'], 'complete'],
    ['enterprise', ['pending', 'pending'], 'complete'],
  ] as const;
  for (const [plan, steps, state] of transitions) {
    it(`leads a ${plan} zone by ${steps.join(', ')} to ${state}`, async () => {
      zone = await newZone(plan);
      await switchOn();
      for (const value of steps) {
        assert.equal((await step(value)).status, 200);
        await runQueue(api.core, api.clock, COMPLETION);
      }
      assert.equal(await stateOf(), state);
    });
  }

  it('is pending until the edge runs the new rules, and at most for two minutes', async () => {
    await switchOn();
    isInForce = false;
    await step('pending');
    const since = api.clock.now();
    const complete = async () => {
      const queue = api.core.modules.flatMap(({ queues }) => queues);
      const { run } = queue.find(({ name }) => name === COMPLETION) ?? assert.fail();
      const payload = { zoneId: zone.split('/').at(-1), accountId: api.accountId, since };
      await run({ id: 'test', payload, attempt: 1 }, new AbortController().signal);
    };
    await assert.rejects(complete(), /the edge does not run/);
    assert.equal(await stateOf(), 'pending');
    assert.equal((await step('pending')).status, 200);
    assert.deepEqual(await refusal(step('pending', zone, { rules: [] })), [400, 21074]);
    assert.deepEqual(await refusal(step('validation')), [400, 21072]);
    await api.clock.advance(119_999);
    await assert.rejects(complete(), /the edge does not run/);
    await api.clock.advance(1);
    await complete();
    assert.equal(await stateOf(), 'complete');
  });

  // Regression: the refusal of the step named the configuration as the remedy, which was empty.
  it('offers the equivalent configuration again if its rules were deleted in validation', async () => {
    await switchOn();
    const { rules } = await get('config?phase_two=1');
    await step('validation');
    assert.equal((await api.call('PUT', entryPoint(), { body: { rules: [] } })).status, 200);
    assert.deepEqual(await refusal(step('pending', zone, { rules: [] })), [400, 21074]);
    assert.deepEqual((await get('config?phase_two=1')).rules.map(brief), rules.map(brief));
    assert.equal((await step('pending')).status, 200);
  });

  it('refuses steps that the plan, the state or the zone does not allow, and stores nothing', async () => {
    const business = await newZone('business');
    await switchOn(business);
    assert.deepEqual(await refusal(step('validation', business)), [403, 21073]);
    const free = await newZone('free');
    assert.deepEqual(await check(free), {
      compatible: false,
      migration_state: 'default',
      reasons: [
        {
          code: 'plan_not_supported',
          message:
            'The plan of the zone has no previous managed rules: there is nothing to migrate.',
        },
      ],
    });
    assert.deepEqual(await refusal(step('pending', free)), [403, 21073]);
    assert.deepEqual(await refusal(step('pending', zone, { rules: [] })), [400, 21074]);
    assert.deepEqual(await refusal(step('later')), [400, 21070]);
    const custom = entryPoint().replace(PHASE, 'http_request_firewall_custom');
    const elsewhere = api.call('PUT', `${custom}?waf_migration=1`, { body: { rules: [] } });
    assert.deepEqual(await refusal(elsewhere), [400, 21070]);
    const unchanged = api.call('PUT', `${custom}?phase_two=1`, { body: { rules: [] } });
    assert.deepEqual(await refusal(unchanged), [400, 21070]);
    for (const at of [business, free, zone]) {
      assert.equal((await api.call('GET', entryPoint(at))).status, 404);
    }
    await step('pending');
    await runQueue(api.core, api.clock, COMPLETION);
    assert.deepEqual(await refusal(step('validation')), [400, 21072]);
  });

  it('can be tried without effect', async () => {
    const body = await get('config?phase_two=1');
    const { status } = await api.call(
      'PUT',
      `${entryPoint()}?waf_migration=1&phase_two=1&dry_run=true`,
      { body },
    );
    assert.deepEqual([status, await stateOf()], [200, 'start']);
    assert.equal((await api.call('GET', entryPoint())).status, 404);
  });

  it('waits until URI overrides are deleted', async () => {
    const overrides = `${zone}/firewall/waf/overrides`;
    const [group] = (await api.call('GET', `${await managedPackage()}/groups`)).body.result;
    const host = (await api.call('GET', zone)).body.result.name;
    const body = { urls: [`${host}/*`], groups: { [group.id]: 'disable' } };
    const made = await api.call('POST', overrides, { body });
    assert.deepEqual(made.body.errors, []);
    const { id } = made.body.result;
    const { compatible, reasons } = await check();
    assert.deepEqual([compatible, reasons[0].code], [false, 'uri_overrides_present']);
    assert.deepEqual(await refusal(step('pending')), [400, 21071]);
    assert.equal(await stateOf(), 'start');
    await api.call('DELETE', `${overrides}/${id}`);
    assert.equal((await check()).compatible, true);
  });

  async function managedPackage() {
    const path = `${zone}/firewall/waf/packages`;
    const { result } = (await api.call('GET', path)).body;
    const { id } = result.find(
      ({ name, detection_mode: mode }: { name: string; detection_mode: string }) =>
        mode === 'traditional' && name !== 'USER',
    );
    return `${path}/${id}`;
  }

  it('sees every URI override that is created at the same time, or refuses it', async () => {
    const [group] = (await api.call('GET', `${await managedPackage()}/groups`)).body.result;
    const path = zone;
    for (let round = 0; round < 5; round += 1) {
      zone = await newZone('enterprise');
      const host = (await api.call('GET', zone)).body.result.name;
      const body = { urls: [`${host}/*`], groups: { [group.id]: 'disable' } };
      const config = await get('config?phase_two=1');
      const [made, stepped] = await Promise.all([
        api.call('POST', `${zone}/firewall/waf/overrides`, { body }),
        api.call('PUT', `${entryPoint()}?waf_migration=pending&phase_two=1`, { body: config }),
      ]);
      const statuses = [made.status, stepped.status].join();
      assert.ok(['200,400', '410,200'].includes(statuses), statuses);
    }
    zone = path;
  });

  it('ends the previous interfaces', async () => {
    await switchOn();
    const managed = (await managedPackage()).slice(`${zone}/firewall/waf/`.length);
    const [group] = (await api.call('GET', `${zone}/firewall/waf/${managed}/groups`)).body.result;
    await step('pending');
    await runQueue(api.core, api.clock, COMPLETION);
    const mode = { mode: 'off' };
    const id = '0'.repeat(32);
    const override = { urls: ['shop.test/*'], rules: {}, rewrite_action: {} };
    const ended = [
      ['GET', 'packages'],
      ['GET', managed],
      ['PATCH', managed, { sensitivity: 'low' }],
      ['GET', `${managed}/groups`],
      ['GET', `${managed}/groups/${group.id}`],
      ['PATCH', `${managed}/groups/${group.id}`, mode],
      ['GET', `${managed}/rules`],
      ['GET', `${managed}/rules/100001`],
      ['PATCH', `${managed}/rules/100001`, { mode: 'block' }],
      ['GET', 'overrides'],
      ['POST', 'overrides', override],
      ['GET', `overrides/${id}`],
      ['PUT', `overrides/${id}`, { id, ...override }],
      ['DELETE', `overrides/${id}`],
      ['GET', `overrides/${id}/preview`],
    ] as const;
    for (const [method, path, body] of ended) {
      const response = await api.call(method, `${zone}/firewall/waf/${path}`, { body });
      const [{ code, message }] = response.body.errors;
      assert.deepEqual([response.status, code], [410, 1050], `${method} ${path}`);
      assert.match(message, /Use .*http_request_firewall_managed\/entrypoint/);
    }
    for (const path of ['firewall/rules', 'filters', 'pagerules']) {
      assert.equal((await api.call('GET', `${zone}/${path}`)).status, 200);
    }
    const url = {
      operator: 'matches',
      value: `${(await api.call('GET', zone)).body.result.name}/*`,
    };
    const idle = [
      [
        'pagerules',
        { targets: [{ target: 'url', constraint: url }], actions: [{ id: 'waf', value: 'off' }] },
      ],
      ['firewall/rules', { action: 'bypass', products: ['waf'], filter: { expression: 'ssl' } }],
    ] as const;
    for (const [path, body] of idle) {
      const { messages } = (await api.call('POST', `${zone}/${path}`, { body })).body;
      assert.match(messages[0].message, /has no effect/);
    }
  });

  it('leaves the setting off, and refuses every write to it', async () => {
    await switchOn();
    await step('pending');
    const settings = `${zone}/settings`;
    const patch = (path: string, body: object) => api.call('PATCH', settings + path, { body });
    const item = { id: 'always_use_https', value: 'on' };
    const refused = [
      ['/waf', { value: 'on' }, '/value'],
      ['/waf', { value: 'off' }, '/value'],
      ['/waf', { value: null }, '/value'],
      ['', { items: [item, { id: 'waf', value: 'on' }] }, '/items/1/value'],
      ['', { items: [{ id: 'waf', value: 'off' }, item] }, '/items/0/value'],
    ] as const;
    // Before and after the edge has ended the previous rules.
    for (const _state of ['pending', 'complete']) {
      for (const [path, body, pointer] of refused) {
        const { status, body: response } = await patch(path, body);
        const [{ code, source }] = response.errors;
        assert.deepEqual([status, code, source?.pointer], [410, 1050, pointer]);
      }
      const { value, editable } = (await api.call('GET', `${settings}/waf`)).body.result;
      assert.deepEqual([value, editable], ['off', false]);
      const { result } = (await api.call('GET', settings)).body;
      const shown = new Map(result.map((each: { id: string }) => [each.id, each]));
      assert.partialDeepStrictEqual(shown.get('waf'), { value: 'off', editable: false });
      assert.partialDeepStrictEqual(shown.get(item.id), { value: 'off' });
      await runQueue(api.core, api.clock, COMPLETION);
    }
    assert.equal((await patch('', { items: [item] })).status, 200);
  });

  it('keeps the other rules of the entry point', async () => {
    await switchOn();
    const body = {
      rules: [
        {
          action: 'execute',
          expression: 'true',
          action_parameters: { id: exposedCredentialsRuleset.id },
        },
      ],
    };
    await api.call('PUT', entryPoint(), { body });
    const { rules } = await get('config?phase_two=1');
    assert.deepEqual(
      rules.map((rule: { action_parameters: { id: string } }) => rule.action_parameters.id),
      [managedRuleset.id, coreRuleset.id, exposedCredentialsRuleset.id],
    );
    assert.equal((await step('validation')).status, 200);
    const stored = (await api.call('GET', entryPoint())).body.result.rules;
    assert.deepEqual((await get('config?phase_two=1')).rules, stored);
  });

  it('gives rulesets that are deployed already the settings of the previous rules', async () => {
    await switchOn();
    const rules = [managedRuleset.id, coreRuleset.id].map((id, n) => ({
      action: 'execute',
      expression: 'true',
      enabled: n > 0,
      action_parameters: { id, overrides: { action: 'log' } },
    }));
    const made = await api.call('PUT', entryPoint(), { body: { rules } });
    const path = `${zone}/rulesets/${made.body.result.id}`;
    const body = await get('config?phase_two=1');
    assert.deepEqual(
      body.rules.map((rule: { enabled: boolean; action_parameters: object }) => [
        rule.enabled,
        JSON.stringify(rule.action_parameters).includes('"action":"log"'),
      ]),
      [
        [true, false],
        [true, false],
      ],
    );
    // The path with the id of the entry point stands for the same resource.
    const changed = await api.call('PUT', `${path}?waf_migration=pending&phase_two=1`, { body });
    assert.deepEqual([changed.status, await stateOf()], [200, 'pending']);
  });

  it('refuses to show conditions that are far too long', async () => {
    const expression = (n: number) => `http.request.uri.path eq "/${n}${'x'.repeat(3900)}"`;
    const allow = (n: number) => ({ action: 'allow', filter: { expression: expression(n) } });
    const bypass = { ...allow(20), action: 'bypass', priority: 2, products: ['waf'] };
    const body = [...Array.from({ length: 20 }, (_, n) => ({ ...allow(n), priority: 1 })), bypass];
    const made = await api.call('POST', `${zone}/firewall/rules`, { body });
    assert.equal(made.status, 200);
    assert.equal((await check()).reasons[0].code, 'expression_too_long');
    const config = api.call('GET', `${zone}/waf_migration/config?phase_two=1`);
    assert.deepEqual(await refusal(config), [400, 21071]);
  });

  describe('is impossible', () => {
    const pathIs = (path: string) => `http.request.uri.path eq "${path}"`;
    const bypass = (expression: string) => ({
      action: 'bypass',
      products: ['waf'],
      filter: { expression },
    });
    const addRules = async (rules: readonly object[]) => {
      for (let from = 0; from < rules.length; from += 200) {
        const body = rules.slice(from, from + 200);
        assert.equal((await api.call('POST', `${zone}/firewall/rules`, { body })).status, 200);
      }
    };
    const addPageRule = async (action: object) => {
      const { name } = (await api.call('GET', zone)).body.result;
      const constraint = { operator: 'matches', value: `${name}/a/*` };
      const body = { targets: [{ target: 'url', constraint }], actions: [action] };
      assert.equal((await api.call('POST', `${zone}/pagerules`, { body })).status, 200);
    };
    const reasons = async (phase: string) =>
      (await get(`check${phase}`)).reasons.map(({ code }: { code: string }) => code);
    /** An expression with this many bytes, which are more than its characters. */
    const long = (bytes: number) =>
      pathIs(`/é${'x'.repeat(bytes - Buffer.byteLength(pathIs('/é')))}`);
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => bypass(pathIs(`/${n}`)));

    const phaseTwo: readonly (readonly [string, () => Promise<unknown>, readonly string[]])[] = [
      ['with 201 rules that bypass', () => addRules(many(201)), ['too_many_firewall_rules']],
      ['not with 200 rules', () => addRules(many(200)), []],
      [
        'with an expression of 4,097 bytes',
        () => addRules([bypass(long(4097))]),
        ['expression_too_long'],
      ],
      ['not with 4,096 bytes', () => addRules([bypass(long(4096))]), []],
      ['not with page rules', () => addPageRule({ id: 'waf', value: 'off' }), []],
      ['not with the core rules', switchOn, []],
    ];
    for (const [name, configure, expected] of phaseTwo) {
      it(name, async () => {
        await configure();
        assert.deepEqual(await reasons('?phase_two=1'), expected);
        const outcome = expected.length === 0 ? [200, undefined] : [400, 21071];
        assert.deepEqual(await refusal(step('pending')), outcome);
        assert.equal(await stateOf(), expected.length === 0 ? 'pending' : 'start');
      });
    }

    const phaseOne: readonly (readonly [string, () => Promise<unknown>, readonly string[]])[] = [
      ['the core rules', switchOn, ['core_rule_set_enabled']],
      ['a bypassing rule', () => addRules(many(1)), ['bypass_firewall_rules_present']],
      [
        '"disable_security"',
        () => addPageRule({ id: 'disable_security' }),
        ['page_rules_affect_firewall'],
      ],
      ['"waf" on', () => addPageRule({ id: 'waf', value: 'on' }), ['page_rules_affect_firewall']],
      ['other actions', () => addPageRule({ id: 'ssl', value: 'full' }), []],
    ];
    for (const [name, configure, expected] of phaseOne) {
      it(`by the first procedure with ${name}: ${expected.join() || 'no'}`, async () => {
        await configure();
        assert.deepEqual([await reasons(''), await reasons('?phase_two=1')], [expected, []]);
        const body = await get('config?phase_two=1');
        const put = api.call('PUT', `${entryPoint()}?waf_migration=1`, { body });
        const outcome = expected.length === 0 ? [200, undefined] : [400, 21071];
        assert.deepEqual(await refusal(put), outcome);
      });
    }
  });

  it('takes more steps at once than there are connections', async () => {
    const stored = await Promise.all(Array.from({ length: 30 }, () => step('validation')));
    assert.ok(stored.every(({ status }) => status === 200));
    assert.equal(await stateOf(), 'validation');
  });

  it('lets lower plans prepare rules that are switched off, once the previous rules were on', async () => {
    zone = await newZone('pro');
    const rule = (enabled: boolean) => ({
      rules: [
        {
          action: 'execute',
          expression: 'true',
          enabled,
          action_parameters: { id: managedRuleset.id },
        },
      ],
    });
    assert.equal((await api.call('PUT', entryPoint(), { body: rule(true) })).status, 200);
    await switchOn();
    const { status, body } = await api.call('PUT', entryPoint(), { body: rule(true) });
    assert.deepEqual([status, body.errors[0].code], [400, 21075]);
    // The rule that is on stays as it is.
    const renamed = await api.call('PUT', entryPoint(), { body: { description: 'managed' } });
    assert.deepEqual([renamed.status, renamed.body.result.rules[0].enabled], [200, true]);
    assert.equal((await api.call('PUT', entryPoint(), { body: rule(false) })).status, 200);
    zone = await newZone('enterprise');
    await switchOn();
    assert.equal((await api.call('PUT', entryPoint(), { body: rule(true) })).status, 200);
  });

  it('knows whether the previous rules were on, also after the setting was reset', async () => {
    const body = {
      rules: [
        { action: 'execute', expression: 'true', action_parameters: { id: managedRuleset.id } },
      ],
    };
    const set = (value: string | null) =>
      api.call('PATCH', `${zone}/settings/waf`, { body: { value } });
    const cases = [
      [['off'], 200],
      [[null], 200],
      [['on', 'off'], 400],
      [['on', null], 400],
      [['on', null, 'off', null], 400],
    ] as const;
    for (const [values, status] of cases) {
      zone = await newZone('pro');
      for (const value of values) assert.equal((await set(value)).body.messages.length, 0);
      assert.equal((await api.call('GET', `${zone}/settings/waf`)).body.result.value, 'off');
      const put = await api.call('PUT', entryPoint(), { body });
      assert.equal(put.status, status, values.join());
    }
  });

  it('shows since when both firewalls run, if they ever did', async () => {
    const since = async () => (await get('comparison')).since;
    await switchOn();
    assert.equal(await since(), null);
    await step('validation');
    const first = await since();
    assert.equal(first, (await get('status')).created);
    await api.clock.advance(1_000);
    await step('validation');
    await step('pending');
    await runQueue(api.core, api.clock, COMPLETION);
    assert.equal(await since(), first);
    zone = await newZone('pro');
    await step('pending');
    assert.equal(await since(), null);
  });

  it('runs both firewalls only on plans that have both', async () => {
    const setPlan = (legacy_id: string) =>
      api.call('PATCH', zone, { body: { plan: { legacy_id } } });
    const seen = async () => {
      const { migration_state: state, old_waf_status: old } = await get('status');
      return [state, old, (await check()).compatible];
    };
    const skip = { action: 'skip', expression: 'ssl', action_parameters: { products: ['waf'] } };
    const custom = entryPoint().replace(PHASE, 'http_request_firewall_custom');
    const notices = async () =>
      (await api.call('PUT', custom, { body: { rules: [skip] } })).body.messages.length;
    await switchOn();
    await step('validation');
    assert.deepEqual([await seen(), await notices()], [['validation', 'enabled', true], 0]);
    await setPlan('free');
    assert.deepEqual([await seen(), await notices()], [['default', 'disabled', false], 1]);
    assert.deepEqual(await refusal(step('pending')), [403, 21073]);
    await setPlan('pro');
    assert.deepEqual([await seen(), await notices()], [['validation', 'enabled', true], 0]);
    assert.deepEqual(await refusal(step('validation')), [403, 21073]);
    assert.equal((await step('pending')).status, 200);
    await setPlan('free');
    await runQueue(api.core, api.clock, COMPLETION);
    assert.equal(await stateOf(), 'complete');
  });

  it('carries a zone over that is switched off', async () => {
    assert.equal((await step('pending')).status, 200);
    await runQueue(api.core, api.clock, COMPLETION);
    const { new_waf_status: status, migration_state: state } = await get('status');
    assert.deepEqual([status, state], ['disabled', 'complete']);
  });

  it('says if it ends the previous rules without a new rule that is on', async () => {
    await switchOn();
    const { rules } = await get('config?phase_two=1');
    const off = rules.map((rule: object) => ({ ...rule, enabled: false }));
    const skip = { action: 'skip', expression: 'true', action_parameters: { ruleset: 'current' } };
    const codesOf = async (asked: ReturnType<typeof step>) =>
      (await asked).body.messages.map(({ code }: { code: number }) => code);
    const path = `${entryPoint()}?waf_migration=1&phase_two=1&dry_run=true`;
    assert.deepEqual(await codesOf(api.call('PUT', path, { body: { rules: off } })), [21058]);
    assert.deepEqual(await codesOf(step('validation', zone, { rules: off })), []);
    assert.deepEqual(await codesOf(step('pending', zone, { rules: [skip, ...off] })), [21058]);
    assert.deepEqual(await codesOf(step('pending', zone, { rules })), []);
    const switchedOff = await newZone('enterprise');
    assert.deepEqual(await codesOf(step('pending', switchedOff)), []);
  });

  it('says that skipping the previous rules has no effect once they are gone', async () => {
    const rule = {
      action: 'skip',
      expression: 'true',
      action_parameters: { products: ['waf'] },
    };
    const messages = async () => {
      const path = `${zone}/rulesets/phases/http_request_firewall_custom/entrypoint`;
      return (await api.call('PUT', path, { body: { rules: [rule] } })).body.messages.length;
    };
    assert.equal(await messages(), 0);
    await step('pending');
    assert.equal(await messages(), 0);
    await runQueue(api.core, api.clock, COMPLETION);
    assert.equal(await messages(), 1);
    zone = await newZone('free');
    assert.equal(await messages(), 1);
  });

  it('writes each step to the audit log', async () => {
    await step('validation');
    const path = `/accounts/${api.accountId}/audit_logs?per_page=50`;
    const { result } = (await api.call('GET', path)).body;
    const entry = result.find(
      ({ resource }: { resource: { type: string; id: string } }) =>
        resource.type === 'firewall_migration' && zone.endsWith(resource.id),
    );
    assert.deepEqual(entry?.newValueJson ?? entry?.new_value, { migration_state: 'validation' });
  });
});
