import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { parseTextFilter } from './text-filter.ts';

describe('parseTextFilter', () => {
  const operators = [
    'equal',
    'not_equal',
    'starts_with',
    'ends_with',
    'contains',
    'starts_with_case_sensitive',
    'ends_with_case_sensitive',
    'contains_case_sensitive',
  ];
  for (const operator of operators) {
    it(`reads ${operator}:value`, () => {
      assert.deepEqual(parseTextFilter(`${operator}:Shop:x`), { operator, value: 'Shop:x' });
      assert.deepEqual(parseTextFilter(`${operator}:`), { operator, value: '' });
    });
  }

  const plain = [
    ...['', ':', 'shop.test', ':shop', 'shop:x', 'EQUAL:x', ' equal:x', 'equal', 'toString:x'],
    // Regression: any character behind the name of an operator was treated as its colon.
    ...['containss', 'not_equals', 'starts_with_'],
  ];
  for (const text of plain) {
    it(`treats ${JSON.stringify(text)} as a plain value`, () => {
      assert.deepEqual(parseTextFilter(text), { operator: 'equal', value: text });
    });
  }

  it('treats every text without a colon as a plain value', () => {
    const text = fc.oneof(
      fc.string().map((any) => any.replaceAll(':', '')),
      fc.tuple(fc.constantFrom(...operators), fc.constantFrom('', 's', '_')).map((t) => t.join('')),
    );
    fc.assert(
      fc.property(text, (value) => {
        assert.deepEqual(parseTextFilter(value), { operator: 'equal', value });
      }),
    );
  });
});
