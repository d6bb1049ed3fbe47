import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coreRuleset } from '../../catalogs/managed-rulesets/core/core.ts';
import { managedRuleset } from '../../catalogs/managed-rulesets/managed/managed.ts';
import { paranoiaLevelOf } from '../../catalogs/managed-rulesets/override-resolution.ts';
import { currentDeployments } from '../../catalogs/previous-firewall/current-deployments.ts';
import { managedPackage } from '../../catalogs/previous-firewall/managed-package.ts';
import { noOverride, type ZonePackages } from '../../catalogs/previous-firewall/rule-states.ts';
import type { RulesetOverrides } from '../../contracts/snapshot/rulesets-section.ts';
import {
  equivalentRules,
  type GeneratedRule,
  keptRules,
  type OtherRule,
} from './equivalent-rules.ts';

const noSettings: ZonePackages = { sensitivity: null, actionMode: null, modes: new Map() };
const deploymentsOf = (packages: Partial<ZonePackages>) =>
  currentDeployments({ ...noSettings, ...packages }, noOverride);

const switchedOn = {
  isOn: true,
  deployments: deploymentsOf({ sensitivity: 'off' }),
  bypassed: [],
  exempted: [],
  included: [],
};

const brief = ({ action, expression, enabled }: GeneratedRule) => [action, expression, enabled];
const overridesOf = (rule: GeneratedRule | undefined) =>
  rule?.action_parameters['overrides'] as RulesetOverrides | undefined;

describe('the configuration that is equivalent to the previous managed rules', () => {
  it('executes the Managed Ruleset, with overrides where groups or rules have modes', () => {
    const group = managedPackage.groups.find(({ tag }) => tag === 'php') ?? assert.fail();
    const modes = new Map([[group.id, 'off']] as const);
    const rule = {
      id: '',
      version: '',
      ref: '',
      description: '',
      enabled: true,
      action: 'execute',
      expression: 'true',
    };
    const id = managedRuleset.id;
    const overrides = { categories: [{ category: 'php', enabled: false }] };
    assert.deepEqual(equivalentRules(switchedOn), [{ ...rule, action_parameters: { id } }]);
    const deployments = deploymentsOf({ sensitivity: 'off', modes });
    assert.deepEqual(equivalentRules({ ...switchedOn, deployments }), [
      { ...rule, action_parameters: { id, overrides } },
    ]);
  });

  const mapping = [
    ['high', 2, 40],
    ['medium', 1, 25],
    ['low', 1, 40],
    [null, 2, 40],
  ] as const;
  for (const [sensitivity, paranoia, threshold] of mapping) {
    it(`maps the sensitivity ${sensitivity} to PL${paranoia} and ${threshold}`, () => {
      const deployments = deploymentsOf({ sensitivity });
      const [, rule] = equivalentRules({ ...switchedOn, deployments });
      assert.equal(rule?.action_parameters['id'], coreRuleset.id);
      const overrides = overridesOf(rule);
      assert.equal(paranoiaLevelOf(overrides ?? {}), paranoia);
      const id = coreRuleset.rules.at(-1)?.id;
      assert.deepEqual(overrides?.rules, [{ id, score_threshold: threshold, action: 'challenge' }]);
    });
  }

  it('maps simulate to log', () => {
    const deployments = deploymentsOf({ sensitivity: 'low', actionMode: 'simulate' });
    const [, rule] = equivalentRules({ ...switchedOn, deployments });
    assert.equal(overridesOf(rule)?.rules?.[0]?.action, 'log');
  });

  it('skips what firewall rules and page rules exempt, before it executes anything', () => {
    const rules = equivalentRules({
      ...switchedOn,
      bypassed: [{ expression: 'ip.src eq 192.0.2.1', isEnabled: true }],
      exempted: [{ expression: 'http.host eq "a.test"', isEnabled: false }],
    });
    assert.deepEqual(rules.map(brief), [
      ['skip', 'ip.src eq 192.0.2.1', true],
      ['skip', 'http.host eq "a.test"', false],
      ['execute', 'true', true],
    ]);
    assert.deepEqual(rules[0]?.action_parameters, { ruleset: 'current' });
  });

  it('is switched off if the previous rules are', () => {
    assert.deepEqual(equivalentRules({ ...switchedOn, isOn: false }).map(brief), [
      ['execute', 'true', false],
    ]);
  });

  it('acts where page rules switch the previous rules on', () => {
    const included = ['a', 'b', 'c'].map((host) => ({
      expression: `http.host eq "${host}"`,
      isEnabled: host !== 'c',
    }));
    assert.deepEqual(equivalentRules({ ...switchedOn, isOn: false, included }).map(brief), [
      ['execute', '(http.host eq "a") or (http.host eq "b")', true],
    ]);
  });

  const bypassed = [{ expression: 'ip.src eq 192.0.2.1', isEnabled: true }];
  const own = { isEnabled: true, executes: undefined };
  const deployed = { isEnabled: true, executes: managedRuleset.id };
  const cases: readonly (readonly [string, boolean, OtherRule[], unknown, number])[] = [
    ['exempts from its own rulesets only', true, [own], [managedRuleset.id], 1],
    ['replaces a deployment', true, [own, deployed], [managedRuleset.id], 1],
    ['replaces one that is off', true, [{ ...deployed, isEnabled: false }], [managedRuleset.id], 0],
    ['keeps a deployment if the previous rules are off', false, [deployed], undefined, 1],
  ];
  for (const [name, isOn, others, exempt, kept] of cases) {
    it(`${name} where the entry point has rules`, () => {
      const rules = equivalentRules({ ...switchedOn, isOn, bypassed }, others);
      assert.deepEqual(rules[0]?.action_parameters['rulesets'], exempt);
      assert.deepEqual(
        rules.slice(1).map(brief),
        exempt === undefined ? [] : [['execute', 'true', true]],
      );
      assert.equal(keptRules(others, rules).length, kept);
    });
  }
});
