import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isHexId } from '../../kernel/hex-id.ts';
import { closingRule } from './core/closing-rule.ts';
import { coreRuleset } from './core/core.ts';
import { paranoiaLevels } from './core/paranoia-levels.ts';
import { exposedCredentialsRuleset } from './exposed-credentials/exposed-credentials.ts';
import { guardRule } from './exposed-credentials/guard.ts';
import { ruleIdOf } from './managed-rule-base.ts';
import { canOverride } from './managed-ruleset.ts';
import {
  managedRulesetById,
  managedRulesets,
  rulesByTag,
  withoutDuplicates,
} from './managed-rulesets.ts';
import { sensitiveDataRuleset } from './sensitive-data/sensitive-data.ts';

const ids = {
  'Exposed Credentials Check': 'c2e184081120413c86c3ab7e14069605',
  'Free Managed Ruleset': '77454fe2d30c4220b5701f6fdfb893ba',
  'Managed Ruleset': 'efb7b8c949ac4650a09736fc376e9aee',
  'OWASP Core Ruleset': '4814384a9e5d4991b9815dcfc25d2f1f',
  'Sensitive Data Detection': 'e22d83c647c64a3eae91b71b499d988e',
};

/** Rules whose ids are public and therefore not derived from their names. */
const publicIds = new Set([
  '6179ae15870a4bb7b2d480d4843b323c',
  '508bb1d52bc24cf8817845b7c78cf1e1',
  '2879e87f35c3497da70cef080f8f2657',
  '398fb15f86384cfdb29d55ff5fe4101e',
]);

describe('managed rulesets', () => {
  it('have the public ids, by which they are found', () => {
    const found = Object.fromEntries(managedRulesets.map(({ name, id }) => [name, id]));
    assert.deepEqual(found, ids);
    for (const ruleset of managedRulesets) assert.equal(managedRulesetById(ruleset.id), ruleset);
    assert.equal(managedRulesetById('constructor'), undefined);
    assert.equal(managedRulesetById('0'.repeat(32)), undefined);
  });

  for (const ruleset of managedRulesets) {
    it(`${ruleset.name} has all members of the API, in their formats`, () => {
      assert.ok(isHexId(ruleset.id));
      assert.match(ruleset.version, /^[0-9]+$/);
      assert.match(ruleset.lastUpdated, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      assert.ok(ruleset.description.length > 0);
      for (const rule of ruleset.rules) {
        assert.ok(isHexId(rule.id), rule.ref);
        assert.match(rule.version, /^[0-9]+$/, rule.ref);
        assert.match(rule.ref, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        assert.ok(rule.description.length > 0 && rule.description.length <= 500, rule.ref);
        for (const tag of rule.categories) assert.match(tag, /^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        assert.equal(new Set(rule.categories).size, rule.categories.length, rule.ref);
        assert.ok(publicIds.has(rule.id) || rule.id === ruleIdOf(rule.ref), rule.ref);
      }
    });

    it(`every rule of ${ruleset.name} has samples of both kinds, without repetition`, () => {
      for (const { ref, samples } of ruleset.rules) {
        for (const list of [samples.matching, samples.other]) {
          assert.ok(list.length >= 2, ref);
          assert.equal(
            new Set(list.map((sample) => JSON.stringify(sample))).size,
            list.length,
            ref,
          );
        }
      }
    });
  }

  it('have the expected number of rules', () => {
    // The other rulesets have rules for each sign and family of attacks.
    const counted = [exposedCredentialsRuleset, sensitiveDataRuleset];
    const counts = Object.fromEntries(counted.map(({ name, rules }) => [name, rules.length]));
    assert.deepEqual(counts, {
      'Exposed Credentials Check': 10,
      'Sensitive Data Detection': 377,
    });
  });

  it('list rules by tag in the order of the ruleset', () => {
    const secrets = rulesByTag(sensitiveDataRuleset, 'secrets');
    assert.ok(secrets.length >= 15);
    assert.ok(secrets.every(({ categories }) => categories[0] === 'secrets'));
    assert.deepEqual(
      secrets,
      sensitiveDataRuleset.rules.filter((rule) => secrets.includes(rule)),
    );
    assert.deepEqual(rulesByTag(sensitiveDataRuleset, 'no-such-tag'), []);
  });

  it('refuse a ruleset, rule id or ref that occurs twice', () => {
    const copy = { ...coreRuleset, id: '0'.repeat(32), rules: [closingRule] };
    assert.throws(() => withoutDuplicates([coreRuleset, coreRuleset]), /ruleset id/);
    assert.throws(() => withoutDuplicates([coreRuleset, copy]), /rule id '6179/);
    const renamed = { ...closingRule, id: '1'.repeat(32) };
    assert.throws(
      () => withoutDuplicates([coreRuleset, { ...copy, rules: [renamed] }]),
      /rule ref '949110/,
    );
  });
});

describe('overrides of managed rulesets', () => {
  it('cannot give sensitive data rules another action than log', () => {
    assert.deepEqual(sensitiveDataRuleset.allowedOverrideActions, {
      ruleset: ['log'],
      rule: ['log'],
    });
    for (const rule of sensitiveDataRuleset.rules) assert.equal(rule.defaultAction, 'log');
  });

  it('offer rewrite for single credential rules only', () => {
    const { allowedOverrideActions: allowed } =
      managedRulesetById(ids['Exposed Credentials Check']) ?? {};
    assert.ok(allowed?.rule.includes('rewrite'));
    assert.ok(!allowed?.ruleset.includes('rewrite'));
  });

  it('can set the score threshold of the closing rule only', () => {
    assert.ok(canOverride(coreRuleset, closingRule, 'scoreThreshold'));
    assert.ok(canOverride(coreRuleset, closingRule, 'action'));
    assert.ok(!canOverride(coreRuleset, guardRule, 'scoreThreshold'));
    assert.ok(!canOverride(sensitiveDataRuleset, closingRule, 'scoreThreshold'));
    assert.equal(closingRule.scoreThreshold, 40);
    assert.equal(paranoiaLevels.length, 4);
  });

  it('compare the score with the threshold inclusively, as in the samples', () => {
    const { scoreThreshold, samples } = closingRule;
    assert.ok(samples.matching.every(({ score }) => score >= scoreThreshold));
    assert.ok(samples.other.every(({ score }) => score < scoreThreshold));
  });
});
