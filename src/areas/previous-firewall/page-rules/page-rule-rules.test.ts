import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { samplePageRule } from '../fixtures/sample-page-rule.ts';
import { holdsForUrl } from '../fixtures/url-condition.ts';
import { urlPatternExpression } from '../url-pattern/url-pattern.ts';
import { isActive, type PageRule, patternOf } from './page-rule-model.ts';
import { effectOf, inPageRuleOrder } from './page-rule-order.ts';
import { pageRuleRules } from './page-rule-rules.ts';

const ids = ['package'];

/** Whether the packages run, found rule by rule. */
function runsFor(rules: readonly PageRule[], isOn: boolean, url: URL): boolean {
  const applying = inPageRuleOrder(rules).find(
    ({ document }) =>
      isActive(document) && holdsForUrl(urlPatternExpression(patternOf(document)), url),
  );
  const effect = applying ? effectOf(applying.document) : 'none';
  return effect === 'none' ? isOn : effect === 'on';
}

describe('rules for page rules', () => {
  it('are none where page rules change nothing', () => {
    const on = samplePageRule('a', 'a.test/*', 'on');
    const none = samplePageRule('b', 'a.test/b', 'none');
    assert.deepEqual(pageRuleRules([on, none], { isOn: true, ids }), []);
    assert.equal(pageRuleRules([none], { isOn: false, ids }), 'nowhere');
    const disabled = samplePageRule('c', 'a.test/c', 'on', { status: 'disabled' });
    assert.equal(pageRuleRules([disabled], { isOn: false, ids }), 'nowhere');
  });

  it('test the pattern of each page rule once', () => {
    const many = Array.from({ length: 125 }, (_, n) =>
      samplePageRule(String(n), `a.test/${n}/*`, n % 2 === 0 ? 'off' : 'none', { priority: n }),
    );
    const [rule] = pageRuleRules(many, { isOn: true, ids });
    assert.equal(typeof rule === 'object' && rule.expression.split('wildcard').length - 1, 125);
  });

  it('skip the packages where the page rule that applies switches them off', () => {
    const patterns = ['a.test/*', 'a.test/x*', 'a.test/x/y', '*/x/*', 'https://*/*', '*'];
    const rule = fc
      .record({
        pattern: fc.constantFrom(...patterns),
        waf: fc.constantFrom('on' as const, 'off' as const, 'none' as const),
        priority: fc.integer({ min: 0, max: 2 }),
        status: fc.constantFrom('active' as const, 'disabled' as const),
        createdAt: fc.integer({ min: 0, max: 2 }),
      })
      .map(({ pattern, waf, ...rest }) => ({ pattern, waf, rest }));
    const url = fc
      .tuple(fc.constantFrom('http', 'https'), fc.constantFrom('/', '/x', '/x/y', '/x/z'))
      .map(([scheme, path]) => new URL(`${scheme}://a.test${path}`));
    fc.assert(
      fc.property(fc.array(rule, { maxLength: 6 }), fc.boolean(), url, (written, isOn, visit) => {
        const rules = written.map(({ pattern, waf, rest }, n) =>
          samplePageRule(String(n), pattern, waf, rest),
        );
        const made = pageRuleRules(rules, { isOn, ids });
        const skips =
          made === 'nowhere' || made.some(({ expression }) => holdsForUrl(expression, visit));
        assert.equal(!skips, runsFor(rules, isOn, visit));
      }),
    );
  });
});
