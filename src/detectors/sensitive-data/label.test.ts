import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { labelOf, wordsOf } from './label.ts';

describe('labelOf', () => {
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['{"order_id": "', 'order_id'],
    ['orderId=', 'orderId'],
    ['<order-id>\n  ', 'order-id'],
    ['<a data-id="', 'data-id'],
    ['{\\"id\\": \\"', 'id'],
    ['ID ::= ', 'ID'],
    ['the id ', undefined],
    ['id, ', undefined],
    ['', undefined],
  ];
  for (const [before, label] of rows) {
    it(`finds ${label} in ${JSON.stringify(before)}`, () =>
      assert.equal(labelOf(`${before}1234`, before.length), label));
  }
});

describe('wordsOf', () => {
  it('separates the parts of names', () => {
    assert.deepEqual(wordsOf('orderId'), ['order', 'id']);
    assert.deepEqual(wordsOf('ORDER_ID'), ['order', 'id']);
    assert.deepEqual(wordsOf('$x.data-id'), ['x', 'data', 'id']);
    assert.deepEqual(wordsOf(''), []);
  });
});
