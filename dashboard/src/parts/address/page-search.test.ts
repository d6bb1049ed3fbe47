import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  addFilter,
  filterLabel,
  matchesFilters,
  readFilters,
  removeFilter,
  replaceFilter,
} from './filter.ts';
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

for (const [text, label, holds, fails] of [
  ['path:starts_with:/a:b', 'Path starts with /a:b', '/a:bc', '/b'],
  ['path:ends_with:.js', 'Path ends with .js', '/a.js', '/a.css'],
  ['-path:contains:x', 'Not: Path contains x', '/a', '/x'],
  ['path:at_least:400', 'Path is at least 400', '404', '204'],
  ['path:at_most:399', 'Path is at most 399', '304', '404'],
  ['-path:/a', 'Path is not /a', '/b', '/a'],
] as const) {
  it(`compares by ${text}`, () => {
    const filters = readFilters([text]);
    assert.equal(filters[0] && filterLabel(filters[0], 'Path'), label);
    assert.equal(
      matchesFilters(filters, () => holds),
      true,
    );
    assert.equal(
      matchesFilters(filters, () => fails),
      false,
    );
  });
}

it('takes the place of other filters of a column', () => {
  const filter = { column: 'path', value: '/b', isNegated: false };
  assert.deepEqual(replaceFilter(['path:/a', 'ip:1'], filter), ['ip:1', 'path:/b']);
});
