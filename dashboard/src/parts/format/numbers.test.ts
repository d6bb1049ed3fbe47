import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  formatBytes,
  formatCount,
  formatMilliseconds,
  formatPercent,
  formatRate,
  formatShort,
} from './numbers.ts';

for (const [format, value, text] of [
  [formatCount, 0, '0'],
  [formatCount, 1_234_567, '1 234 567'],
  [formatShort, 9_999, '9 999'],
  [formatShort, 12_345, '12.3 k'],
  [formatShort, 12_345_678, '12.3 M'],
  [formatShort, 0.0123, '0.012'],
  [formatRate, 0, '0'],
  [formatRate, 0.000023, '< 0.01'],
  [formatRate, 0.23, '0.23'],
  [formatPercent, 0, '0 %'],
  [formatPercent, 0.0314, '3.1 %'],
  [formatPercent, 1, '100 %'],
  [formatMilliseconds, 21, '21 ms'],
  [formatMilliseconds, 1234, '1.2 s'],
  [formatBytes, 0, '0 B'],
  [formatBytes, 999, '999 B'],
  [formatBytes, 2_500_000, '2.5 MB'],
] as const) {
  it(`${format.name} shows ${value} as ${text}`, () => {
    assert.equal(format(value).replaceAll('\u2009', ' '), text);
  });
}
