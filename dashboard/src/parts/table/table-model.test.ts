import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvOf, filterRows, nextSort, readSort, sortRows, visibleRows } from './table-model.ts';

interface Row {
  readonly name: string;
  readonly size?: number;
}

const columns = [
  { id: 'name', title: 'Name', value: ({ name }: Row) => name },
  { id: 'size', title: 'Size, KB', value: ({ size }: Row) => size },
];
const rows: readonly Row[] = [{ name: 'b10', size: 2 }, { name: 'b9', size: 10 }, { name: 'a' }];
const names = (list: readonly Row[]) => list.map(({ name }) => name).join(' ');

describe('a table', () => {
  for (const [sort, expected] of [
    [undefined, 'b10 b9 a'],
    ['name', 'a b9 b10'],
    ['-name', 'b10 b9 a'],
    ['size', 'b10 b9 a'],
    ['-size', 'b9 b10 a'],
    ['gone', 'b10 b9 a'],
  ] as const) {
    it(`sorted by ${sort ?? 'nothing'} has ${expected}`, () => {
      assert.equal(names(sortRows(rows, columns, readSort(sort))), expected);
    });
  }

  it('changes its order with each click on a head', () => {
    const clicks = [undefined, 'name', '-name', undefined];
    for (const [n, before] of clicks.slice(0, -1).entries()) {
      assert.equal(nextSort(readSort(before), 'name'), clicks[n + 1]);
    }
    assert.equal(nextSort(readSort('-size'), 'name'), 'name');
  });

  it('filters by the text of values', () => {
    const filter = { column: 'size', value: '10', isNegated: true };
    assert.equal(names(filterRows(rows, columns, [filter])), 'b10 a');
  });

  for (const [value, cell] of [
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['=1+1', "'=1+1"],
    ['@cmd', "'@cmd"],
    ['-5', '-5'],
    ['-x', "'-x"],
    ['two\nlines', '"two\nlines"'],
  ] as const) {
    it(`exports ${JSON.stringify(value)} as ${JSON.stringify(cell)}`, () => {
      assert.equal(csvOf([{ name: value }], columns), `Name,"Size, KB"\r\n${cell},\r\n`);
    });
  }

  it('draws the rows in view and some around', () => {
    assert.deepEqual(visibleRows(100_000, 36, 36_000, 720, 10), { first: 990, end: 1030 });
    assert.deepEqual(visibleRows(100_000, 36, 0, 720, 10), { first: 0, end: 30 });
    assert.deepEqual(visibleRows(5, 36, 0, 720, 10), { first: 0, end: 5 });
    assert.deepEqual(visibleRows(5, 36, 9000, 720, 10), { first: 5, end: 5 });
  });
});
