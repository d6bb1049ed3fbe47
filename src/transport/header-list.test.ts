import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HeaderList } from './header-list.ts';

describe('a list of headers', () => {
  const list = new HeaderList(
    ['Cookie', 'a=1', 'Accept', 'x', 'cookie', 'b=2', 'accept', 'y'],
    ['cookie', 'accept', 'cookie', 'accept'],
  );

  it('joins the values of repeated fields', () => {
    assert.equal(list.get('accept'), 'x, y');
    assert.equal(list.get('cookie'), 'a=1; b=2');
  });
});
