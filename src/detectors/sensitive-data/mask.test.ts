import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { mask } from './mask.ts';

describe('mask', () => {
  const rows: readonly (readonly [string, string])[] = [
    ['', '******'],
    ['abc', '******'],
    ['abcd', 'a******'],
    ['abcdefgh', 'a******h'],
    ['abcdefghijkl', 'ab******l'],
    ['4111111111111111', '41******11'],
    ['🙂🙂🙂🙂', '🙂******'],
  ];
  for (const [value, shown] of rows) {
    it(`shows ${JSON.stringify(value)} as ${shown}`, () => assert.equal(mask(value), shown));
  }

  it('shows at most a quarter, at most two characters at each end, and hides the length', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200, size: 'max' }), (value) => {
        const characters = Array.from(value);
        const [head = '', tail = ''] = mask(value.replaceAll('*', 'x')).split('******');
        const [first, last] = [Array.from(head), Array.from(tail)];
        assert.ok(first.length <= 2 && last.length <= 2);
        assert.ok(first.length + last.length <= characters.length / 4);
        assert.ok(value.replaceAll('*', 'x').startsWith(head));
        assert.ok(value.replaceAll('*', 'x').endsWith(tail));
      }),
    );
  });
});
