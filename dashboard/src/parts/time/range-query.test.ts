import assert from 'node:assert/strict';
import { it } from 'node:test';
import { polling } from './range-query.ts';
import type { TimeRange } from './time-range.ts';

const cases: readonly [range: TimeRange, refetchInterval: number | false][] = [
  [{ since: '-15m' }, 5000],
  [{ since: '-3h' }, 10_800],
  [{ since: '-30d' }, 15_000],
  [{ since: '-2h', until: '-1h' }, false],
];
for (const [range, refetchInterval] of cases) {
  it(`reads the range ${JSON.stringify(range)} again ${refetchInterval ? `after ${refetchInterval} ms` : 'never'}`, () => {
    assert.equal(polling(range).refetchInterval, refetchInterval);
  });
}
