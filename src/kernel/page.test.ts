import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { mapPage, offsetOf, pageOf } from './page.ts';

describe('pages', () => {
  const rows = [
    [1, 20, 0],
    [2, 20, 20],
    [7, 5, 30],
    [1_000_000_000, 50, 49_999_999_950],
  ] as const;
  for (const [page, perPage, offset] of rows) {
    it(`begins page ${page} of ${perPage} at item ${offset}`, () => {
      assert.equal(offsetOf({ page, perPage }), offset);
    });
  }

  it('keeps its page number and total when its items are mapped', () => {
    const page = pageOf(['a', 'b'], 12, { page: 3, perPage: 5 });
    assert.deepEqual(
      mapPage(page, (item) => item.toUpperCase()),
      { items: ['A', 'B'], page: 3, perPage: 5, totalCount: 12 },
    );
  });
});
