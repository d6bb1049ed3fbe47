import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { SensitiveDataRule } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { sensitiveDataRules } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { matchRule } from './match-rule.ts';

const valuesIn = (rule: SensitiveDataRule, text: string): string[] =>
  matchRule(rule, text).map(({ offset, length }) => text.slice(offset, offset + length));

/** The text with every keyword of the rule broken. */
function withoutKeywords({ keywords, ignoreCase }: SensitiveDataRule, text: string): string {
  return keywords.reduce((rest, keyword) => {
    const literal = keyword.replace(/[^A-Za-z0-9]/g, String.raw`\$&`);
    return rest.replace(new RegExp(literal, ignoreCase ? 'gi' : 'g'), '\u2400');
  }, text);
}

describe('samples of sensitive data rules', () => {
  let run = 0;

  for (const rule of sensitiveDataRules) {
    it(`${rule.ref} finds exactly the values of its samples`, () => {
      for (const { text, values } of rule.samples.matching) {
        assert.ok(values.length > 0);
        assert.deepEqual(valuesIn(rule, text), values, text);
        run += 1;
      }
      for (const text of rule.samples.other) {
        assert.deepEqual(valuesIn(rule, text), [], text);
        run += 1;
      }
    });

    it(`${rule.ref} finds values within a page`, () => {
      const page = `<p>Lorem — ipsum</p>\n`.repeat(20);
      for (const { text, values } of rule.samples.matching) {
        assert.deepEqual(valuesIn(rule, `${page}${text}\n${page}`), values);
      }
    });

    it(`${rule.ref} finds nothing without its keywords`, () => {
      if (rule.keywords.length === 0) return;
      for (const { text } of rule.samples.matching) {
        assert.deepEqual(valuesIn(rule, withoutKeywords(rule, text)), [], text);
      }
    });
  }

  it('do not look like secrets in the source, where scanners would report them', () => {
    const root = join(import.meta.dirname, '../..');
    const files = globSync(`${root}/{catalogs/managed-rulesets,detectors}/**/*.ts`);
    assert.ok(files.length > 80);
    const rules = sensitiveDataRules.filter(
      ({ categories }) => categories[0] === 'secrets' && !categories.includes('generic'),
    );
    const seen = files.flatMap((file) => {
      const text = readFileSync(file, 'utf8');
      return rules.filter((rule) => matchRule(rule, text).length > 0).map(({ ref }) => [file, ref]);
    });
    assert.deepEqual(seen, []);
  });

  it('were all run', () => {
    const samples = sensitiveDataRules.flatMap((rule) => [
      ...rule.samples.matching,
      ...rule.samples.other,
    ]);
    assert.equal(run, samples.length);
    assert.ok(run >= 500);
  });
});
