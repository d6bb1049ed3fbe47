import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RulesetOverrides as Overrides } from '../../contracts/snapshot/rulesets-section.ts';
import type { ScoreRule } from './managed-ruleset.ts';
import { managedRulesetById } from './managed-rulesets.ts';
import { paranoiaLevelOf, resolveOverrides } from './override-resolution.ts';

function managedRuleset(id: string) {
  const managed = managedRulesetById(id);
  assert.ok(managed);
  return managed;
}

const credentials = managedRuleset('c2e184081120413c86c3ab7e14069605');
const core = managedRuleset('4814384a9e5d4991b9815dcfc25d2f1f');
const sensitive = managedRuleset('e22d83c647c64a3eae91b71b499d988e');
const [guard, first] = credentials.rules;
assert.ok(guard && first);
const tag = first.categories.find((category) => !guard.categories.includes(category)) ?? '';
const shared = first.categories.find((category) => guard.categories.includes(category)) ?? '';

/** The action of the first credential rule, `off` if it does not run. */
function outcome(overrides: Overrides): string {
  const rule = resolveOverrides(credentials, overrides).find(({ id }) => id === first?.id);
  return rule?.action ?? 'off';
}

describe('overrides', () => {
  const cases: readonly [string, Overrides, string][] = [
    ['nothing', {}, 'rewrite'],
    ['all rules', { action: 'block' }, 'block'],
    ['all rules off', { enabled: false }, 'off'],
    ['the rule', { rules: [{ id: first.id, action: 'log' }] }, 'log'],
    ['the rule before all', { action: 'block', rules: [{ id: first.id, action: 'log' }] }, 'log'],
    ['a tag', { categories: [{ category: tag, action: 'log' }] }, 'log'],
    [
      'a tag before all',
      { action: 'block', categories: [{ category: tag, action: 'log' }] },
      'log',
    ],
    [
      'the rule before a tag',
      {
        categories: [{ category: tag, action: 'log' }],
        rules: [{ id: first.id, action: 'challenge' }],
      },
      'challenge',
    ],
    [
      'the last of several tags',
      {
        categories: [
          { category: tag, action: 'log' },
          { category: shared, action: 'js_challenge' },
        ],
      },
      'js_challenge',
    ],
    [
      'each property by itself',
      { enabled: false, action: 'block', rules: [{ id: first.id, enabled: true }] },
      'block',
    ],
    [
      'a tag that sets only the action while all are off',
      { enabled: false, categories: [{ category: tag, action: 'log' }] },
      'off',
    ],
    ['another tag', { categories: [{ category: 'other', enabled: false }] }, 'rewrite'],
  ];
  for (const [what, overrides, expected] of cases) {
    it(`${what}: ${expected}`, () => assert.equal(outcome(overrides), expected));
  }

  it('of the action do not enable a disabled rule', () => {
    const off = sensitive.rules.filter((rule) => !rule.defaultEnabled);
    assert.ok(off.length > 0);
    const running = new Set(resolveOverrides(sensitive, { action: 'log' }).map(({ id }) => id));
    for (const rule of off) assert.ok(!running.has(rule.id));
    const all = resolveOverrides(sensitive, { enabled: true });
    assert.equal(all.length, sensitive.rules.length);
  });

  it('change the threshold of the closing rule', () => {
    const [closing] = core.rules.filter((rule) => rule.kind === 'threshold');
    assert.ok(closing);
    const threshold = (overrides: Overrides) =>
      resolveOverrides(core, overrides).find(({ id }) => id === closing.id)?.scoreThreshold;
    assert.equal(threshold({}), 40);
    assert.equal(threshold({ rules: [{ id: closing.id, score_threshold: 25 }] }), 25);
  });
});

describe('the paranoia level of a deployment', () => {
  const at = (...levels: (boolean | undefined)[]) =>
    paranoiaLevelOf({
      categories: levels.flatMap((enabled, n) =>
        enabled === undefined ? [] : [{ category: `paranoia-level-${n + 1}`, enabled }],
      ),
    });

  it('is 1 without overrides', () => assert.equal(paranoiaLevelOf({ enabled: true }), 1));

  it('is below the lowest level that is switched off', () => {
    assert.equal(at(undefined, undefined, false, false), 2);
    assert.equal(at(undefined, false, undefined, false), 1);
    assert.equal(at(true, true, true, false), 3);
    assert.equal(at(false), 0);
  });

  it('is the highest level that is switched on, if none is off', () => {
    assert.equal(at(undefined, undefined, true), 3);
    assert.equal(at(true, undefined, undefined, true), 4);
  });

  it('enables the score rules up to it, and single rules above it by name only', () => {
    const rules = ([1, 2, 3, 4] as const).map((paranoia) => scoreRule(paranoia));
    const scoring = (overrides: Overrides) =>
      resolveOverrides({ ...core, rules }, overrides).map(({ id }) => Number(id));
    const off = (...each: number[]) => ({
      categories: each.map((level) => ({ category: `paranoia-level-${level}`, enabled: false })),
    });
    assert.deepEqual(scoring({}), [1]);
    assert.deepEqual(scoring({ enabled: true }), [1]);
    assert.deepEqual(scoring({ enabled: false }), []);
    assert.deepEqual(scoring(off(3, 4)), [1, 2]);
    assert.deepEqual(scoring({ rules: [{ id: '3', enabled: true }] }), [1, 3]);
    assert.deepEqual(scoring({ categories: [{ category: 'sql', enabled: true }] }), [1, 2, 3, 4]);
    assert.deepEqual(scoring({ ...off(2), rules: [{ id: '1', enabled: false }] }), []);
  });
});

function scoreRule(paranoia: ScoreRule['paranoia']): ScoreRule {
  return {
    kind: 'score',
    id: String(paranoia),
    ref: `level-${paranoia}`,
    description: '',
    categories: [`paranoia-level-${paranoia}`, 'sql'],
    defaultAction: 'score',
    defaultEnabled: paranoia === 1,
    version: '1',
    finds: { strengths: ['clear'] },
    paranoia,
    score: 5,
    samples: { matching: [], other: [] },
  };
}
