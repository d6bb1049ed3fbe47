import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseExpectedCodes } from './expected-codes.ts';

const good: readonly [text: string, ranges: readonly [number, number][]][] = [
  ['200', [[200, 200]]],
  ['2xx', [[200, 299]]],
  ['5XX', [[500, 599]]],
  ['200-204', [[200, 204]]],
  [
    '200, 302,4xx',
    [
      [200, 200],
      [302, 302],
      [400, 499],
    ],
  ],
];
for (const [text, ranges] of good) {
  test(`"${text}" is read`, () => {
    const expected = ranges.map(([from, to]) => ({ from, to }));
    assert.deepEqual(parseExpectedCodes(text), expected);
  });
}

for (const text of [
  '',
  ',',
  '200,',
  '20',
  '2000',
  '600',
  '099',
  '0xx',
  '6xx',
  '204-200',
  'x',
  '2x',
]) {
  test(`"${text}" is no list of codes`, () => assert.equal(parseExpectedCodes(text), undefined));
}
