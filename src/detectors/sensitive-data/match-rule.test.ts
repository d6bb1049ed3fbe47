import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  near,
  type SensitiveDataRule,
  sensitiveDataRule,
} from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rule.ts';
import { sensitiveDataRules } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { matchRule } from './match-rule.ts';

const base = sensitiveDataRule({
  ref: 'test',
  description: 'test',
  group: 'secrets',
  tags: [],
  patterns: ['[0-9]{4}'],
  samples: { matching: [], other: [] },
});

const valuesIn = (rule: SensitiveDataRule, text: string): string[] =>
  matchRule(rule, text).map(({ offset, length }) => text.slice(offset, offset + length));

describe('matchRule', () => {
  const boundaries: readonly (readonly [
    SensitiveDataRule['boundary'],
    string,
    readonly string[],
  ])[] = [
    ['word', '1234', ['1234']],
    ['word', 'a1234', []],
    ['word', '1234b', []],
    ['word', '_1234 1234_', []],
    ['word', '1234-', []],
    ['word', '-1234', ['1234']],
    ['word', '1234,5678', ['1234', '5678']],
    ['word', 'a\\n1234\\n', ['1234']],
    ['word', 'a%3D1234', ['1234']],
    ['word', 'am1234', []],
    ['word', '号1234码', ['1234']],
    ['number', '0.1234', []],
    ['number', '1234.5', []],
    ['number', 'end 1234.', ['1234']],
    ['number', '1234-', ['1234']],
    ['number', '1234-x', []],
    ['number', '9-1234', []],
    ['number', 'no-1234', ['1234']],
    ['none', 'a12345', ['1234']],
  ];
  for (const [boundary, text, values] of boundaries) {
    it(`with boundary ${boundary} finds ${values.join()} in ${text}`, () =>
      assert.deepEqual(valuesIn({ ...base, boundary }, text), values));
  }

  const contexts: readonly (readonly [string, boolean])[] = [
    ['pin 1234', true],
    ['1234 pin', true],
    ['PIN: 1234', true],
    ['userPin=1234', true],
    ['user_pin 1234', true],
    ['spinning 1234', false],
    ['pins 1234', false],
    ['secret-word 1234', true],
    ['secret 1234 word', false],
    [`pin${' '.repeat(57)}1234`, true],
    [`pin${' '.repeat(58)}1234`, false],
    [`s${'pin'}${' '.repeat(57)}1234`, false],
    [`1234${' '.repeat(57)}pin`, true],
    [`1234${' '.repeat(57)}pins`, false],
    ['密码1234', true],
  ];
  for (const [text, expected] of contexts) {
    it(`${expected ? 'accepts' : 'refuses'} the context of ${JSON.stringify(text)}`, () => {
      const rule = { ...base, context: near('pin', 'secret word', '密码') };
      assert.equal(valuesIn(rule, text).length === 1, expected);
    });
  }

  it('gives the group of a pattern as the finding, and its position', () => {
    const rule = { ...base, patterns: ['k=([0-9]{4})'] };
    assert.deepEqual(matchRule(rule, '— k=1234'), [{ offset: 4, length: 4 }]);
  });

  it('searches a refused candidate for one that begins later', () => {
    const rule: SensitiveDataRule = {
      ...base,
      patterns: ['[0-9]{4} [0-9]{4}'],
      validator: 'luhn',
    };
    assert.deepEqual(valuesIn(rule, '1111 4242 4242'), ['4242 4242']);
  });

  it('gives findings of several patterns in order, the longest at each position', () => {
    const rule = { ...base, patterns: ['[0-9]{4}', '[0-9]{4} [0-9]{4}', 'x[0-9]{3}'] };
    assert.deepEqual(valuesIn(rule, 'x123 1234 5678 9999'), ['x123', '1234 5678', '9999']);
  });

  it('counts distinct values towards the minimum', () => {
    const rule = { ...base, minimumCount: 2 };
    assert.deepEqual(valuesIn(rule, '1234 1234 1234'), []);
    assert.deepEqual(valuesIn(rule, '1234 5678 1234'), ['1234', '5678', '1234']);
  });

  it('ignores case only with ignoreCase', () => {
    const rule = { ...base, patterns: ['key[0-9]{2}'] };
    assert.deepEqual(valuesIn(rule, 'KEY12'), []);
    assert.deepEqual(valuesIn({ ...rule, ignoreCase: true }, 'KEY12'), ['KEY12']);
  });

  it('returns ordered, disjoint findings within the text, for any rule and text', () => {
    const sample = fc
      .constantFrom(...sensitiveDataRules)
      .chain((rule) =>
        fc
          .array(
            fc.oneof(
              fc.constantFrom(...rule.samples.matching.map(({ text }) => text)),
              fc.constantFrom(...rule.samples.other),
              fc.string(),
            ),
            { maxLength: 4 },
          )
          .map((parts) => ({ rule, text: parts.join(' ') })),
      );
    fc.assert(
      fc.property(sample, ({ rule, text }) => {
        let end = 0;
        for (const { offset, length } of matchRule(rule, text)) {
          assert.ok(offset >= end && length > 0 && offset + length <= text.length);
          end = offset + length;
        }
      }),
    );
  });
});
