import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addFilter, matchesFilters, readFilters, removeFilter } from './filter.ts';
import { parseSearch, readSearch, searchText } from './page-search.ts';

const rows = [
  [{}, ''],
  [{ since: '-1h' }, '?since=-1h'],
  [{ filter: ['status:active', '-plan:free'] }, '?filter=status:active&filter=-plan:free'],
  [{ panel: 'a b&c' }, '?panel=a+b%26c'],
] as const;

for (const [search, text] of rows) {
  it(`writes ${JSON.stringify(search)} as ${text} and reads it`, () => {
    assert.equal(searchText(search), text);
    assert.deepEqual(readSearch(parseSearch(text)), search);
  });
}

it('drops what no page understands', () => {
  assert.deepEqual(readSearch(parseSearch('?since=-1h&since=-2h&utm=1&filter=&panel=')), {
    since: '-1h',
  });
});

it('takes values of a column as alternatives, and columns together', () => {
  const filters = readFilters(['status:active', 'status:pending', '-plan:free', 'nonsense']);
  const matches = (status: string, plan: string) =>
    matchesFilters(filters, (column) => (column === 'status' ? status : plan));
  assert.equal(matches('active', 'pro'), true);
  assert.equal(matches('pending', 'pro'), true);
  assert.equal(matches('moved', 'pro'), false);
  assert.equal(matches('active', 'free'), false);
});

it('replaces a filter by its opposite', () => {
  const filter = { column: 'status', value: 'active', isNegated: true };
  assert.deepEqual(addFilter(['status:active'], filter), ['-status:active']);
  assert.equal(removeFilter(['-status:active'], filter), undefined);
});
