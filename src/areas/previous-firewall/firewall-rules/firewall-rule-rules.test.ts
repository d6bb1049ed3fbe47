import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sampleFirewallRule as rule } from '../fixtures/sample-firewall-rule.ts';
import { firewallRuleRules } from './firewall-rule-rules.ts';

describe('rules for firewall rules', () => {
  it('are in the order of priority, then of the precedence of the action, then of age', () => {
    const rules = [
      rule('block', 'block'),
      rule('js', 'js_challenge'),
      rule('managed', 'managed_challenge'),
      rule('challenge', 'challenge'),
      rule('younger allow', 'allow', {}, 1),
      rule('allow', 'allow'),
      rule('bypass', 'bypass', { products: ['waf'] }),
      rule('log', 'log'),
      rule('second', 'log', { priority: 2 }),
      rule('also first', 'block', { priority: 1 }),
      rule('first', 'allow', { priority: 1 }),
      rule('zero', 'block', { priority: 0 }),
    ];
    assert.deepEqual(
      firewallRuleRules(rules).map(({ id }) => id),
      [
        'zero',
        'first',
        'also first',
        'second',
        'log',
        'bypass',
        'allow',
        'younger allow',
        'challenge',
        'managed',
        'js',
        'block',
      ],
    );
  });

  it('have the parameters of the edge', () => {
    const all = ['zoneLockdown', 'uaBlock', 'bic', 'hot', 'securityLevel'] as const;
    const made = firewallRuleRules([
      rule('a', 'allow', { ref: 'mine', description: 'Known' }),
      rule('b', 'bypass', { products: ['waf', 'rateLimit'] }),
      rule('c', 'bypass', { products: all }),
      rule('d', 'block'),
    ]);
    assert.deepEqual(made.map(({ id, parameters }) => [id, parameters]).sort(), [
      ['a', { ruleset: 'current' }],
      ['b', { phases: ['previous_managed_rules', 'http_ratelimit'] }],
      ['c', { phases: [] }],
      ['d', undefined],
    ]);
    const { ref, description, expression, logged } =
      made.find(({ id }) => id === 'a') ?? assert.fail();
    assert.deepEqual([ref, description, expression, logged], ['mine', 'Known', 'true', true]);
  });

  it('leave out paused rules, and rules with a paused filter', () => {
    const paused = rule('a', 'block');
    const made = firewallRuleRules([
      { ...paused, filter: { ...paused.filter, document: { expression: 'true', paused: true } } },
      rule('b', 'block', { paused: true }),
      rule('c', 'block'),
    ]);
    assert.deepEqual(
      made.map(({ id }) => id),
      ['c'],
    );
  });
});
