import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { attackClasses } from './targeted-rule.ts';
import { targetedGroups, targetedRules } from './targeted-rules.ts';

const counted = (tag: string): number =>
  targetedRules.filter(({ categories }) => categories.includes(tag)).length;

describe('targeted rules', () => {
  it('cover the most widespread products', () => {
    assert.equal(targetedRules.length, 379);
    assert.ok(Object.keys(targetedGroups).length >= 40);
    assert.ok(counted('wordpress') >= 30);
    for (const product of ['joomla', 'drupal', 'magento'])
      assert.ok(counted(product) >= 5, product);
  });

  for (const { ref, categories, description, defaultAction, defaultEnabled } of targetedRules) {
    it(`${ref} has the tags of its class and vulnerabilities`, () => {
      assert.match(ref, /^managed-/);
      assert.ok(attackClasses.some((each) => categories.includes(each)));
      const named = [...description.matchAll(/CVE-\d{4}-\d+/g)].map(([cve]) => cve.toLowerCase());
      const tagged = categories.filter((tag) => tag.startsWith('cve-'));
      assert.deepEqual(tagged.toSorted(), named.toSorted());
      assert.ok(defaultAction === 'block' || defaultAction === 'log');
      assert.equal(defaultEnabled, !description.includes('Off by default'));
    });
  }
});
