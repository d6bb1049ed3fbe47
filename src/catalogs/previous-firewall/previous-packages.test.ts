import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { scoreRules } from '../managed-rulesets/core/score-rules.ts';
import { managedRuleset } from '../managed-rulesets/managed/managed.ts';
import { managedRulesetById, rulesByTag } from '../managed-rulesets/managed-rulesets.ts';
import { coreRuleNumbers } from './core-rule-numbers.ts';
import { managedPackage } from './managed-package.ts';
import { managedRuleNumbers } from './managed-rule-numbers.ts';
import { owaspPackage } from './owasp-package.ts';
import { previousPackages, previousRuleById, previousRulesetById } from './previous-packages.ts';
import { CLOSING_NUMBER, numberOf } from './rule-numbers.ts';

describe('the packages of the previous firewall', () => {
  it('have numbers that stay: a new rule gets the next one', () => {
    // Samples from both ends of the lists as they began.
    assert.deepEqual(
      ['managed-sql', 'managed-zoho-saml-transform', 'core-sql-union'].map(numberOf),
      ['100001', '100427', '980001'],
    );
    for (const list of [managedRuleNumbers, coreRuleNumbers]) {
      assert.equal(new Set(list).size, list.length);
    }
    assert.ok(980_001 + coreRuleNumbers.length < Number(CLOSING_NUMBER));
    assert.throws(() => numberOf('managed-unheard-of'), /has no number/);
  });

  it('contain every rule of the managed rulesets, under one number each', () => {
    const rules = previousPackages.flatMap((each) => each.rules);
    assert.equal(rules.length, managedRuleset.rules.length + scoreRules.length);
    assert.equal(new Set(rules.map(({ id }) => id)).size, rules.length);
    for (const rule of rules) assert.equal(previousRuleById(rule.id), rule);
  });

  it('have groups with rules, which belong to one package each', () => {
    for (const { groups, rules } of previousPackages) {
      const used = new Set(rules.map(({ group }) => group));
      assert.deepEqual(new Set(groups), used);
    }
    const ids = previousPackages.flatMap(({ groups }) => groups.map(({ id }) => id));
    assert.equal(new Set(ids).size, ids.length);
  });

  it('have groups whose tags select exactly their rules', () => {
    const tagged = managedPackage.groups.filter(({ tag }) => tag !== undefined);
    assert.ok(tagged.length >= 5);
    for (const group of tagged) {
      const ofGroup = managedPackage.rules.filter((rule) => rule.group === group);
      assert.deepEqual(
        ofGroup.map(({ currentId }) => currentId),
        rulesByTag(managedRuleset, group.tag ?? '').map(({ id }) => id),
        group.name,
      );
    }
  });

  it('run at the edge under their own ids, which the API of rulesets does not know', () => {
    for (const { id, rules } of [managedPackage, owaspPackage]) {
      const ruleset = previousRulesetById(id) ?? assert.fail();
      assert.equal(managedRulesetById(id), undefined);
      const numbers = ruleset.rules.map((rule) => rule.id);
      const closing = id === owaspPackage.id ? [CLOSING_NUMBER] : [];
      assert.deepEqual(numbers, [...rules.map((rule) => rule.id), ...closing]);
    }
  });
});
