import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decodePercents } from './percent.ts';

/** The definition, which takes five times as long. */
const decodedSlowly = (text: string): string =>
  text.replace(/%([0-9A-Fa-f]{2})/g, (_, byte: string) =>
    String.fromCharCode(Number.parseInt(byte, 16)),
  );

describe('percent-encoding', () => {
  for (const [text, expected] of [
    ['a%20b%2Fc', 'a b/c'],
    ['%C3%a9', '\xc3\xa9'],
    ['100%, %4, %zz and %', '100%, %4, %zz and %'],
    ['%%41%2541', '%A%41'],
  ] as const) {
    it(`of ${text} is decoded`, () => assert.equal(decodePercents(text), expected));
  }

  it('is decoded as its definition says', () => {
    const texts = fc.string({ unit: fc.constantFrom('%', '4', '1', 'a', 'F', 'g', '\xe9', 'Ł') });
    fc.assert(fc.property(texts, (text) => decodePercents(text) === decodedSlowly(text)));
  });
});
