import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sensitiveDataRules } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { compilePattern } from './compiled-pattern.ts';
import { pathsOf } from './pattern-paths.ts';
import { parsePattern } from './pattern-tree.ts';
import { has, symbolOf } from './symbol-set.ts';

const compiled = sensitiveDataRules.flatMap((rule) =>
  rule.patterns.map((text) => ({ rule, ...compilePattern({ ...rule, text }) })),
);

describe('anchors', () => {
  for (const { rule, text: pattern, trigger } of compiled) {
    if (trigger.kind !== 'anchors') continue;
    it(`of ${rule.ref} occur in all matches of ${pattern}`, () => {
      fc.assert(
        fc.property(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), (value) => {
          const isAt = (at: number, sets: readonly bigint[]): boolean =>
            sets.every((set, index) => has(set, symbolOf(value.charCodeAt(at + index))));
          const isIn = trigger.anchors.some(({ sets, minOffset, maxOffset }) =>
            Array.from({ length: maxOffset - minOffset + 1 }, (_, it) => minOffset + it).some(
              (at) => at + sets.length <= value.length && isAt(at, sets),
            ),
          );
          assert.ok(isIn, value);
        }),
        { numRuns: 20 },
      );
    });
  }

  it('seldom occur in other text', () => {
    const costs = compiled.flatMap(({ trigger }) =>
      trigger.kind === 'anchors' ? trigger.anchors.map(({ cost }) => cost) : [],
    );
    assert.ok(costs.length > 100);
    assert.ok(costs.reduce((sum, cost) => sum + cost, 0) < 0.2);
  });
});

describe('patterns', () => {
  for (const pattern of [
    'a+',
    'a*',
    'a{2,}',
    '(?=a)',
    '(?<n>a)',
    '\\d',
    '\\1',
    '^a',
    'a$',
    'a.',
    '(a',
  ]) {
    it(`like ${pattern} are refused`, () => {
      assert.throws(() => pathsOf(parsePattern(pattern, false)), /expected/);
    });
  }

  it('with repeated groups are refused', () => {
    assert.throws(() => pathsOf(parsePattern('(?:ab){2}', false)), /only single characters/);
  });
});
