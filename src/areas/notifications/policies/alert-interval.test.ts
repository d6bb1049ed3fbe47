import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseInterval } from './alert-interval.ts';

describe('alert intervals', () => {
  const minute = 60_000;
  const cases: readonly (readonly [string, number | undefined])[] = [
    ['30m', 30 * minute],
    ['1h', 60 * minute],
    ['1h30m', 90 * minute],
    ['90s', 1.5 * minute],
    ['60s', minute],
    ['168h', 168 * 60 * minute],
    ['59s', undefined],
    ['168h1s', undefined],
    ['0h', undefined],
    ['', undefined],
    ['30', undefined],
    ['30M', undefined],
    ['-30m', undefined],
    ['30m ', undefined],
    ['30m1h', undefined],
    ['1.5h', undefined],
    ['1d', undefined],
    ['9999999h', undefined],
  ];
  for (const [text, ms] of cases) {
    it(`"${text}" is ${ms ?? 'refused'}`, () => assert.equal(parseInterval(text), ms));
  }
});
