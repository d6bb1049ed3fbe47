import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isHexId, newHexId } from './hex-id.ts';

const ID = '0123456789abcdef0123456789abcdef';

describe('hexadecimal ids', () => {
  it('makes valid ids, each a new one', () => {
    const ids = Array.from({ length: 1000 }, newHexId);
    assert.ok(ids.every(isHexId));
    assert.equal(new Set(ids).size, 1000);
  });

  const cases: readonly [string, boolean][] = [
    [ID, true],
    ['', false],
    [ID.toUpperCase(), false],
    [ID.slice(1), false],
    [`${ID}0`, false],
    [`${ID}\n`, false],
    [` ${ID}`, false],
    [ID.replace('f', 'g'), false],
    ['550e8400-e29b-41d4-a716-446655440000', false],
  ];
  for (const [text, expected] of cases) {
    it(`returns ${expected} for ${JSON.stringify(text)}`, () =>
      assert.equal(isHexId(text), expected));
  }
});
