import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseExpectedCodes } from './expected-codes.ts';

const cases: readonly (readonly [string, readonly number[], readonly number[]])[] = [
  ['200', [200], [199, 201, 302]],
  ['2xx', [200, 204, 299], [199, 300]],
  ['2XX', [200], [300]],
  ['200,302', [200, 302], [201, 301]],
  ['200, 302', [302], [301]],
  ['200-204', [200, 202, 204], [205]],
  ['3xx,401,500-503', [301, 401, 502], [200, 402, 504]],
];

const malformed = ['', 'abc', '2x', '20', '99', '600', '6xx', '2xx-3xx', '299-200', '200,', '-200'];

describe('expected codes', () => {
  for (const [text, accepted, refused] of cases) {
    it(`reads ${JSON.stringify(text)}`, () => {
      const isExpected = parseExpectedCodes(text);
      for (const code of accepted) assert.equal(isExpected?.(code), true, String(code));
      for (const code of refused) assert.equal(isExpected?.(code), false, String(code));
    });
  }

  for (const text of malformed) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assert.equal(parseExpectedCodes(text), undefined);
    });
  }

  it('accepts exactly the codes of a range', () => {
    const code = fc.integer({ min: 100, max: 599 });
    fc.assert(
      fc.property(code, code, code, (a, b, tried) => {
        const [from, to] = a < b ? [a, b] : [b, a];
        const isExpected = parseExpectedCodes(`${from}-${to}`);
        assert.equal(isExpected?.(tried), tried >= from && tried <= to);
      }),
    );
  });
});
