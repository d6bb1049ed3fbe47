import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { sensitiveDataRules } from '../../catalogs/managed-rulesets/sensitive-data/sensitive-data-rules.ts';
import { plainText } from './plain-text.ts';
import { createScanner } from './scanner.ts';

describe('plainText', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['a\\u0034b', 'a4b'],
    ['\\x34\\u002D', '4-'],
    ['&#52;&#x34;&#0052;', '444'],
    ['\uff14\uff21', '4A'],
    ['\\uff14\\u200b', '4'],
    ['4\u200b4\u20604\ufeff', '444'],
    ['\\u000a&#10;&#8364;', '\\u000a&#10;&#8364;'],
    ['nothing to do', 'nothing to do'],
  ];
  for (const [original, text] of rows) {
    it(`reads ${JSON.stringify(original)}`, () => assert.equal(plainText(original).text, text));
  }

  it('gives each character its place in the original', () => {
    const pieces: readonly (readonly [string, string])[] = [
      ['a', 'a'],
      ['\\u0034', '4'],
      ['&#52;', '4'],
      ['\uff14', '4'],
    ];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { minLength: 1 }), (parts) => {
        const { inOriginal } = plainText(parts.map(([raw]) => raw).join(''));
        let at = 0;
        for (const [index, [raw]] of parts.entries()) {
          assert.deepEqual(inOriginal({ offset: index, length: 1 }), {
            offset: at,
            length: raw.length,
          });
          at += raw.length;
        }
      }),
    );
  });
});

describe('hidden values', () => {
  const scanner = createScanner(sensitiveDataRules);
  const card = '4111111111111111';
  const ways: readonly (readonly [string, (text: string) => string])[] = [
    ['JSON escapes', (text) => text.replace(/1/g, '\\u0031')],
    ['JavaScript escapes', (text) => text.replace(/1/g, '\\x31')],
    ['decimal references', (text) => text.replace(/1/g, '&#49;')],
    ['hexadecimal references', (text) => text.replace(/1/g, '&#x31;')],
    ['full-width digits', (text) => text.replace(/1/g, '\uff11')],
    ['characters without width', (text) => text.split('').join('\u200b')],
  ];
  for (const [what, hide] of ways) {
    it(`are found behind ${what}, at their place`, () => {
      const text = `{"card":"${hide(card)}"}`;
      const [found] = scanner.scan(text);
      assert.equal(found?.rule.ref, 'payment-card-number');
      assert.deepEqual(found?.findings, [{ offset: 9, length: hide(card).length }]);
    });
  }
});
