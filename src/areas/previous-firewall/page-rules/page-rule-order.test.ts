import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { samplePageRule as rule } from '../fixtures/sample-page-rule.ts';
import type { PageRule } from './page-rule-model.ts';
import { effectOf, inPageRuleOrder, pageRuleConditions } from './page-rule-order.ts';

const admin = 'http.host eq "a.test" and http.request.uri strict wildcard "/admin/*"';
const all = 'http.host eq "a.test"';

interface Row {
  readonly what: string;
  readonly rules: readonly PageRule[];
  /** Conditions by id, the highest priority first. */
  readonly expected: Readonly<Record<string, string>>;
}

const table: readonly Row[] = [
  { what: 'a single rule', rules: [rule('a', 'a.test/*', 'off')], expected: { a: all } },
  {
    what: 'a rule below one with another effect',
    rules: [
      rule('low', 'a.test/*', 'off', { priority: 1 }),
      rule('high', 'a.test/admin/*', 'on', { priority: 2 }),
    ],
    expected: { high: admin, low: `(${all}) and not (${admin})` },
  },
  {
    what: 'a rule below one without effect, which applies in its place',
    rules: [
      rule('low', 'a.test/*', 'off', { priority: 1 }),
      rule('high', 'a.test/admin/*', 'none', { priority: 2 }),
    ],
    expected: { high: admin, low: `(${all}) and not (${admin})` },
  },
  {
    what: 'a rule below one with the same effect',
    rules: [
      rule('low', 'a.test/*', 'off', { priority: 1 }),
      rule('high', 'a.test/admin/*', 'off', { priority: 2 }),
    ],
    expected: { high: admin, low: all },
  },
  {
    what: 'a rule below a disabled one',
    rules: [
      rule('low', 'a.test/*', 'off', { priority: 1 }),
      rule('high', 'a.test/admin/*', 'on', { priority: 2, status: 'disabled' }),
    ],
    expected: { high: admin, low: all },
  },
  {
    what: 'a disabled rule below an active one',
    rules: [
      rule('low', 'a.test/*', 'off', { priority: 1, status: 'disabled' }),
      rule('high', 'a.test/admin/*', 'on', { priority: 2 }),
    ],
    expected: { high: admin, low: `(${all}) and not (${admin})` },
  },
  {
    what: 'rules with the same priority: the newest first',
    rules: [
      rule('old', 'a.test/*', 'off', { createdAt: 1 }),
      rule('new', 'a.test/admin/*', 'on', { createdAt: 2 }),
    ],
    expected: { new: admin, old: `(${all}) and not (${admin})` },
  },
  {
    what: 'three effects',
    rules: [
      rule('off', '*/*', 'off', { priority: 1 }),
      rule('on', 'a.test/*', 'on', { priority: 2 }),
      rule('none', 'a.test/admin/*', 'none', { priority: 3 }),
    ],
    expected: {
      none: admin,
      on: `(${all}) and not (${admin})`,
      off: `(true) and not (${admin}) and not (${all})`,
    },
  },
];

describe('conditions of page rules', () => {
  for (const { what, rules, expected } of table) {
    it(`exclude those of other rules: ${what}`, () => {
      const found = pageRuleConditions(rules).map((each) => [each.rule.id, each.expression]);
      assert.deepEqual(found, Object.entries(expected));
    });
  }

  it('have the effect of the actions', () => {
    const both = [{ id: 'waf', value: 'on' }, { id: 'disable_security' }];
    const effects = (
      [
        [[{ id: 'waf', value: 'on' }], 'on'],
        [[{ id: 'waf', value: 'off' }], 'off'],
        [[{ id: 'disable_security' }], 'off'],
        [both, 'off'],
        [[{ id: 'ssl', value: 'full' }], 'none'],
      ] as const
    ).map(([actions, effect]) => [effectOf({ targets: [], actions }), effect]);
    assert.equal(effects.length, 5);
    for (const [found, effect] of effects) assert.equal(found, effect);
  });

  it('count a missing priority as 1', () => {
    const rules = [
      rule('one', 'a.test/1', 'off', { createdAt: 2, priority: 1 }),
      rule('none', 'a.test/2', 'off', { createdAt: 1 }),
      rule('zero', 'a.test/3', 'off', { priority: 0 }),
    ];
    const ids = inPageRuleOrder(rules).map(({ id }) => id);
    assert.deepEqual(ids, ['one', 'none', 'zero']);
  });
});
