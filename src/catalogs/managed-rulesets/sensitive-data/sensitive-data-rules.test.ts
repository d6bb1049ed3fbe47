import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RE2JS } from 're2js';
import type { SensitiveDataRule } from './sensitive-data-rule.ts';
import { sensitiveDataRules } from './sensitive-data-rules.ts';

/** The structure of a pattern, without escaped characters and character classes. */
const skeleton = (pattern: string): string =>
  pattern.replace(/\\./g, '_').replace(/\[\^?\]?[^\]]*\]/g, '_');

type Range = readonly [number, number];

function rangesInV8(pattern: string, { ignoreCase }: SensitiveDataRule, text: string): Range[] {
  const matches = text.matchAll(new RegExp(pattern, ignoreCase ? 'dgi' : 'dg'));
  return [...matches].map(({ indices }) => indices?.[1] ?? indices?.[0] ?? [-1, -1]);
}

function rangesInRe2(pattern: string, { ignoreCase }: SensitiveDataRule, text: string): Range[] {
  const matcher = RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0).matcher(text);
  const group = matcher.groupCount();
  const ranges: Range[] = [];
  while (matcher.find()) ranges.push([matcher.start(group), matcher.end(group)]);
  return ranges;
}

describe('sensitive data rules', () => {
  it('cover personal data, financial data and secrets', () => {
    const count = (group: string): number =>
      sensitiveDataRules.filter(({ categories }) => categories[0] === group).length;
    assert.ok(sensitiveDataRules.length >= 45);
    assert.deepEqual(
      [count('financial-data'), count('personal-data'), count('secrets')],
      [10, 50, 317],
    );
  });

  it('are on by default only where the contract demands it, and for our own tokens', () => {
    const enabled = sensitiveDataRules.filter((rule) => rule.defaultEnabled).map(({ ref }) => ref);
    assert.deepEqual(enabled.sort(), [
      'aws-access-key-id',
      'github-fine-grained-token',
      'github-token',
      'google-api-key',
      'iban',
      'openssh-private-key',
      'palisade-token',
      'payment-card-number',
      'pem-private-key',
      'pgp-private-key',
      'slack-token',
      'stripe-live-key',
      'us-social-security-number',
    ]);
  });

  for (const rule of sensitiveDataRules) {
    it(`${rule.ref} has patterns that run in linear time and mean the same in V8 and RE2`, () => {
      assert.ok(rule.patterns.length > 0);
      const texts = [...rule.samples.matching.map(({ text }) => text), ...rule.samples.other];
      for (const pattern of rule.patterns) {
        const structure = skeleton(pattern);
        assert.doesNotMatch(pattern, /\\[1-9bBdDsSwWpPu]/, 'classes differ between engines');
        assert.doesNotMatch(structure, /[*+^$|]\?|[*+]|\{[0-9]+,\}/, 'repetition without bound');
        assert.doesNotMatch(structure, /\)\{/, 'repeated group');
        assert.doesNotMatch(structure, /\(\?[=!<]/, 'look-around');
        assert.ok((structure.match(/\((?!\?)/g) ?? []).length <= 1, 'more than one group');
        for (const text of texts) {
          assert.deepEqual(rangesInRe2(pattern, rule, text), rangesInV8(pattern, rule, text));
        }
      }
    });
  }

  it('name context words in the form in which they are compared', () => {
    const words = sensitiveDataRules.flatMap(({ context }) => context?.words ?? []);
    assert.ok(words.length > 50);
    for (const word of words) {
      assert.equal(
        word,
        word
          .toLowerCase()
          .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
          .trim(),
      );
    }
  });
});
