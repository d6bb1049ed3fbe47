import assert from 'node:assert/strict';
import { it } from 'node:test';
import { countSeries, foldSeries, stackSeries, summaryOf } from './series.ts';

const numbered = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `s${n}`, values: [n, n] }));

it('shows the six largest series and the sum of the others', () => {
  const folded = foldSeries(numbered(9));
  assert.deepEqual(
    folded.map(({ name }) => name),
    ['s8', 's7', 's6', 's5', 's4', 's3', 'other'],
  );
  assert.deepEqual(folded.at(-1)?.values, [3, 3]);
  assert.equal(foldSeries(numbered(6)).length, 6);
});

it('keeps gaps when it stacks and folds', () => {
  const series = [
    { name: 'a', values: [1, null, 3] },
    { name: 'b', values: [1, null, null] },
  ];
  assert.deepEqual(
    stackSeries(series).map(({ values }) => values),
    [
      [1, null, 3],
      [2, null, null],
    ],
  );
  assert.deepEqual(foldSeries(series, 0), [{ name: 'other', values: [2, null, 3] }]);
});

it('says in words what it shows', () => {
  const series = [
    { name: 'requests', values: [1, 5, null] },
    { name: 'errors', values: [null, null, null] },
  ];
  assert.equal(
    summaryOf(series, String, (n) => `minute ${n}`),
    'requests: highest 5 at minute 1, last 5. errors: no data.',
  );
});

it('counts 0 where a name does not occur', () => {
  assert.deepEqual(countSeries([{ counts: { '2xx': 1 } }, { counts: { '4xx': 2 } }]), [
    { name: '2xx', values: [1, 0] },
    { name: '4xx', values: [0, 2] },
  ]);
});
