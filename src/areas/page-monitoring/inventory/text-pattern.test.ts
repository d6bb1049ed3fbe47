import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { matchesPattern, parsePattern } from './text-pattern.ts';

describe('text pattern', () => {
  const rows: readonly [pattern: string, value: string, matches: boolean][] = [
    ['a.test', 'a.test', true],
    ['a.test', 'b.a.test', false],
    ['*.test', 'a.test', true],
    ['*.test', 'a.test.other', false],
    ['www*', 'www.a.test', true],
    ['www*', 'a.www', false],
    ['*a*', 'bab', true],
    ['*a*', 'bbb', false],
    ['*', 'anything', true],
    ['**', 'anything', true],
    ['a*b', 'a*b', true],
    ['a*b', 'axb', false],
  ];
  for (const [pattern, value, matches] of rows) {
    it(`${pattern} ${matches ? 'matches' : 'does not match'} ${value}`, () =>
      assert.equal(matchesPattern(parsePattern(pattern), value), matches));
  }
});
