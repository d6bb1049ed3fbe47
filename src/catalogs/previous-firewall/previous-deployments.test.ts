import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { managedRuleset } from '../managed-rulesets/managed/managed.ts';
import { resolveOverrides } from '../managed-rulesets/override-resolution.ts';
import { currentDeployments } from './current-deployments.ts';
import { managedPackage } from './managed-package.ts';
import { owaspPackage } from './owasp-package.ts';
import { previousDeployments } from './previous-deployments.ts';
import { type DenyMode, denyModes, type RuleMode } from './previous-package.ts';
import { previousRulesetById } from './previous-packages.ts';
import { CLOSING_NUMBER } from './rule-numbers.ts';
import {
  actionOfMode,
  denyModeOf,
  isGroupOn,
  noOverride,
  type OverrideActions,
  type ZonePackages,
} from './rule-states.ts';

const groupOf = (name: string) =>
  [...managedPackage.groups, ...owaspPackage.groups].find((group) => group.name.endsWith(name)) ??
  assert.fail(name);
const wordpress = groupOf('WordPress');
const specials = groupOf('Specials');
const inGroup = ({ id }: { id: string }) =>
  managedPackage.rules.filter(({ group }) => group.id === id);
const blocking = managedPackage.rules.find(({ defaultMode }) => defaultMode === 'block') as Rule;
const [disabled] = managedPackage.rules.filter(({ defaultMode }) => defaultMode === 'disable');
const [anomaly] = owaspPackage.rules;
const strict = owaspPackage.rules.find(({ defaultMode }) => defaultMode === 'off') as Rule;
type Rule = (typeof managedPackage.rules)[number];
const off = disabled as Rule;
/** By the id of today. */
const numbers = new Map(managedPackage.rules.map(({ id, currentId }) => [currentId, id]));
const counted = anomaly as Rule;

function zoneWith(
  modes: Readonly<Record<string, RuleMode>> = {},
  rest: Partial<ZonePackages> = {},
): ZonePackages {
  return { sensitivity: null, actionMode: null, modes: new Map(Object.entries(modes)), ...rest };
}

/** What each rule of the managed package does: undefined if it does not run. */
function actionsOf(zone: ZonePackages, override: OverrideActions) {
  const [deployment] = previousDeployments(zone, override);
  const ruleset = previousRulesetById(managedPackage.id) ?? assert.fail();
  const resolved = resolveOverrides(ruleset, deployment?.executes.overrides);
  return new Map(resolved.map(({ id, action }) => [id, action]));
}

function actionOf(
  { id }: Rule,
  modes: Readonly<Record<string, RuleMode>>,
  override: Partial<OverrideActions> = {},
): string | undefined {
  return actionsOf(zoneWith(modes), { ...noOverride, ...override }).get(id);
}

describe('modes of rules and groups', () => {
  const b = blocking.id;
  const g = blocking.group.id;
  const rewrite = { rewrite_action: { block: 'challenge', disable: 'simulate' } } as const;
  for (const [what, rule, modes, override, action] of [
    ['a rule that blocks', blocking, {}, {}, 'block'],
    ['a rule that is off at first', off, {}, {}, undefined],
    ['simulate', blocking, { [b]: 'simulate' }, {}, 'log'],
    ['challenge', blocking, { [b]: 'challenge' }, {}, 'challenge'],
    ['disable', blocking, { [b]: 'disable' }, {}, undefined],
    ['block, for a rule that is off at first', off, { [off.id]: 'block' }, {}, 'block'],
    ['a group that is off', blocking, { [g]: 'off' }, {}, undefined],
    ['a mode in a group that is off', blocking, { [g]: 'off', [b]: 'block' }, {}, undefined],
    ['an override of the rule', blocking, {}, { rules: { [b]: 'simulate' } }, 'log'],
    [
      'an override back to the default',
      blocking,
      { [b]: 'simulate' },
      { rules: { [b]: 'default' } },
      'block',
    ],
    [
      'an override of a rule in a group that is off',
      blocking,
      { [g]: 'off' },
      { rules: { [b]: 'block' } },
      undefined,
    ],
    [
      'an override that disables the group',
      blocking,
      {},
      { groups: { [g]: 'disable' } },
      undefined,
    ],
    [
      'an override that enables the group',
      blocking,
      { [g]: 'off', [b]: 'simulate' },
      { groups: { [g]: 'default' } },
      'log',
    ],
    ['an action for the group', blocking, {}, { groups: { [g]: 'challenge' } }, 'challenge'],
    [
      'an action for the group of a rule that is off',
      off,
      {},
      { groups: { [off.group.id]: 'block' } },
      undefined,
    ],
    ['a rewritten default', blocking, {}, rewrite, 'challenge'],
    ['a rewritten mode', blocking, { [b]: 'disable' }, rewrite, 'log'],
    ['a mode that is not rewritten', blocking, { [b]: 'simulate' }, rewrite, 'log'],
    [
      'a rewrite of the mode default',
      blocking,
      {},
      { rewrite_action: { default: 'simulate', block: 'challenge' } },
      'log',
    ],
    [
      'a named rule, which is not rewritten',
      blocking,
      {},
      { ...rewrite, rules: { [b]: 'block' } },
      'block',
    ],
  ] as const) {
    it(`${what}: ${action ?? 'nothing'}`, () => {
      assert.equal(actionOf(rule, modes, override), action);
    });
  }

  it('leave all other rules alone', () => {
    const before = actionsOf(zoneWith(), noOverride);
    const after = actionsOf(zoneWith({ [wordpress.id]: 'off', [b]: 'simulate' }), noOverride);
    const others = [...before].filter(
      ([id]) => id !== b && !inGroup(wordpress).some((rule) => rule.id === id),
    );
    assert.deepEqual(
      others.filter(([id, action]) => after.get(id) !== action),
      [],
    );
  });

  it('become one override for all rules, if most are rewritten', () => {
    const rewritten = { ...noOverride, rewrite_action: { default: 'simulate' } } as const;
    const [deployment] = previousDeployments(zoneWith(), rewritten);
    assert.deepEqual(deployment?.executes.overrides, { action: 'log', enabled: true });
  });
});

describe('any modes and overrides', () => {
  const ids = fc.constantFrom(...managedPackage.rules.map(({ id }) => id));
  const groupIds = fc.constantFrom(...managedPackage.groups.map(({ id }) => id));
  const mode = fc.constantFrom(...denyModes);
  const rewrites = fc.record(
    Object.fromEntries(denyModes.map((each) => [each, mode])) as Record<DenyMode, typeof mode>,
    { requiredKeys: [] },
  );
  const overrides = fc.record({
    groups: fc.dictionary(groupIds, mode, { maxKeys: 3 }),
    rules: fc.dictionary(ids, mode, { maxKeys: 20 }),
    rewrite_action: rewrites,
  });
  const zones = fc
    .tuple(
      fc.dictionary(ids, mode, { maxKeys: 20 }),
      fc.dictionary(groupIds, fc.constantFrom('on', 'off'), { maxKeys: 3 }),
    )
    .map(([rules, groups]) => zoneWith({ ...rules, ...groups } as Record<string, RuleMode>));

  it('give every rule the mode that they say, at the edge and in the managed ruleset', () => {
    fc.assert(
      fc.property(zones, overrides, (zone, override) => {
        const wanted = managedPackage.rules.flatMap((rule): [string, string][] => {
          assert.equal(rule.kind, 'deny');
          const isOn = isGroupOn(rule.group, zone, override);
          const state = isOn ? denyModeOf(rule, zone, override) : 'disable';
          return state === 'disable' ? [] : [[rule.id, actionOfMode[state]]];
        });
        assert.deepEqual(actionsOf(zone, override), new Map(wanted));
        const [managed] = currentDeployments(zone, override);
        const current = resolveOverrides(managedRuleset, managed?.overrides);
        assert.deepEqual(
          new Map(current.map(({ id, action }) => [numbers.get(id), action])),
          new Map(wanted),
        );
      }),
      { numRuns: 50 },
    );
  });
});

describe('the OWASP package', () => {
  const closingOf = (rest: Partial<ZonePackages>, override = noOverride) =>
    previousDeployments(zoneWith({}, rest), override)
      .slice(1)
      .map(({ requests, executes }) => {
        const { score_threshold, action } =
          executes.overrides?.rules?.find(({ id }) => id === CLOSING_NUMBER) ?? {};
        return [requests, score_threshold, action];
      });

  for (const [sensitivity, pages, scripts] of [
    [null, 25, 65],
    ['high', 25, 65],
    ['medium', 40, 80],
    ['low', 60, 120],
  ] as const) {
    it(`acts at a score of ${pages}, or ${scripts} for scripts, with the sensitivity ${sensitivity}`, () => {
      assert.deepEqual(closingOf({ sensitivity }), [
        ['pages', pages, 'challenge'],
        ['scripts', scripts, 'challenge'],
      ]);
    });
  }

  for (const [actionMode, rewrite_action, action] of [
    [null, {}, 'challenge'],
    ['simulate', {}, 'log'],
    ['block', {}, 'block'],
    ['block', { block: 'simulate' }, 'log'],
    [null, { default: 'block' }, 'block'],
    [null, { challenge: 'disable' }, undefined],
  ] as const) {
    it(`acts with ${action ?? 'nothing'} in the mode ${actionMode}, rewritten by ${JSON.stringify(rewrite_action)}`, () => {
      const closing = closingOf({ actionMode }, { ...noOverride, rewrite_action });
      assert.deepEqual(
        closing.map(([, , each]) => each),
        action === undefined ? [] : [action, action],
      );
    });
  }

  it('does not run with the sensitivity off', () => {
    assert.deepEqual(closingOf({ sensitivity: 'off' }), []);
  });

  it('counts the rules that are on', () => {
    const idsWith = (modes: Readonly<Record<string, RuleMode>>, override = noOverride) => {
      const [, owasp] = previousDeployments(zoneWith(modes), override);
      const ruleset = previousRulesetById(owaspPackage.id) ?? assert.fail();
      return new Set(resolveOverrides(ruleset, owasp?.executes.overrides).map(({ id }) => id));
    };
    const { id, group } = counted;
    assert.ok(idsWith({}).has(id) && !idsWith({}).has(strict.id));
    assert.ok(idsWith({ [strict.id]: 'on' }).has(strict.id));
    assert.ok(!idsWith({ [strict.id]: 'on', [strict.group.id]: 'off' }).has(strict.id));
    assert.ok(!idsWith({ [id]: 'off' }).has(id));
    assert.ok(!idsWith({}, { ...noOverride, groups: { [group.id]: 'disable' } }).has(id));
    assert.ok(!idsWith({}, { ...noOverride, rules: { [id]: 'disable' } }).has(id));
    assert.ok(idsWith({ [id]: 'off' }, { ...noOverride, rules: { [id]: 'block' } }).has(id));
    assert.ok(idsWith({ [id]: 'off' }, { ...noOverride, rules: { [id]: 'default' } }).has(id));
    const reset = { ...noOverride, rules: { [strict.id]: 'default' } } as const;
    assert.ok(!idsWith({ [strict.id]: 'on' }, reset).has(strict.id));
  });
});

describe('the packages as rulesets of today', () => {
  it('are managed rulesets with the same modes', () => {
    const modes = { [wordpress.id]: 'off', [specials.id]: 'off', [off.id]: 'block' } as const;
    const zone = zoneWith(modes, { sensitivity: 'medium', actionMode: 'simulate' });
    const [managed, core] = currentDeployments(zone, noOverride);
    const tags = managed?.overrides.categories;
    assert.deepEqual(tags, [{ category: 'wordpress', enabled: false }]);
    const current = resolveOverrides(managedRuleset, managed?.overrides);
    assert.deepEqual(
      new Map(current.map(({ id, action }) => [numbers.get(id), action])),
      actionsOf(zone, noOverride),
    );
    assert.deepEqual(core?.overrides, {
      categories: ['2', '3', '4'].map((n) => ({ category: `paranoia-level-${n}`, enabled: false })),
      rules: [{ id: '6179ae15870a4bb7b2d480d4843b323c', score_threshold: 25, action: 'log' }],
    });
  });

  for (const [sensitivity, levels, threshold] of [
    ['high', 2, 40],
    ['medium', 3, 25],
    ['low', 3, 40],
    [null, 2, 40],
  ] as const) {
    it(`have ${levels} levels off and the threshold ${threshold} for ${sensitivity}`, () => {
      const [, core] = currentDeployments(zoneWith({}, { sensitivity }), noOverride);
      assert.equal(core?.overrides.categories?.length, levels);
      assert.equal(core?.overrides.rules?.at(-1)?.score_threshold, threshold);
    });
  }

  it('switch off the families of a group of the OWASP package', () => {
    const zone = zoneWith({ [groupOf('OWASP XSS Attacks').id]: 'off' });
    const [, core] = currentDeployments(zone, noOverride);
    assert.deepEqual(core?.overrides.categories?.slice(-2), [
      { category: 'html', enabled: false },
      { category: 'javascript', enabled: false },
    ]);
  });
});
