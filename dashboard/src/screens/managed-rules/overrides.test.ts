import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  effectiveRule,
  type Overrides,
  paranoiaLevel,
  readTagLines,
  sentOverrides,
  tagLines,
  withParanoiaLevel,
  withRuleOverride,
} from './overrides.ts';

const rule = { id: 'a', action: 'block', enabled: true, categories: ['sql', 'wordpress'] };
const score = { id: 's', action: 'score', enabled: false, categories: ['paranoia-level-2', 'sql'] };

for (const [what, overrides, expected] of [
  ['no overrides', {}, ['block', true, false]],
  ['one of the ruleset', { action: 'log' }, ['log', true, false]],
  [
    'one of a tag',
    { action: 'log', categories: [{ category: 'sql', enabled: false }] },
    ['log', false, true],
  ],
  [
    'those of two tags, of which the last one applies',
    {
      categories: [
        { category: 'wordpress', action: 'log' },
        { category: 'sql', action: 'challenge' },
      ],
    },
    ['challenge', true, true],
  ],
  [
    'one of the rule',
    { categories: [{ category: 'sql', action: 'log' }], rules: [{ id: 'a', action: 'block' }] },
    ['block', true, true],
  ],
] as const) {
  it(`runs a rule with ${what}`, () => {
    const { action, enabled, isOverridden } = effectiveRule(rule, overrides);
    assert.deepEqual([action, enabled, isOverridden], expected);
  });
}

it('scores from the paranoia level of the rule', () => {
  for (let level = 1; level <= 4; level++) {
    const overrides = withParanoiaLevel(
      { categories: [{ category: 'sql', action: 'log' }] },
      level,
    );
    assert.equal(paranoiaLevel(overrides), level);
    assert.equal(effectiveRule(score, overrides).enabled, level >= 2);
    assert.equal(effectiveRule(score, overrides).action, 'score');
    assert.equal(overrides.categories?.at(-1)?.category, 'sql');
  }
});

it('writes overrides of tags as lines', () => {
  const categories = [
    { category: 'wordpress', action: 'log' },
    { category: 'php', enabled: false },
    { category: 'sql', action: 'block', enabled: true },
  ];
  const overrides: Overrides = withParanoiaLevel({ categories }, 2);
  assert.equal(tagLines(overrides), 'wordpress: log\nphp: off\nsql: block, on');
  assert.deepEqual(readTagLines(overrides, tagLines(overrides)), overrides);
});

it('replaces and removes the override of a rule', () => {
  const one = withRuleOverride({ rules: [{ id: 'b', enabled: false }] }, 'a', { action: 'log' });
  assert.deepEqual(one.rules, [
    { id: 'b', enabled: false },
    { id: 'a', action: 'log' },
  ]);
  const none = withRuleOverride(withRuleOverride(one, 'a', { action: undefined }), 'b', {});
  assert.equal(sentOverrides(none), undefined);
});
