/** Sets of addresses, networks and ranges. IPv4 is searched as numbers, IPv6 word by word. */

import { compareIp, type IpValue, lastOfNetwork } from '../ip-value.ts';
import { compileIntSet } from './int-set.ts';

/** Both ends are included and of one family. */
export interface IpRange {
  readonly low: IpValue;
  readonly high: IpValue;
}

export function networkRange(base: IpValue, bits: number): IpRange {
  return { low: base, high: lastOfNetwork(base, bits) };
}

export function compileIpSet(ranges: readonly IpRange[]): (value: IpValue) => boolean {
  const inV4 = compileIntSet(
    ranges
      .filter(({ low }) => low.family === 4)
      .map(({ low, high }) => ({ low: low.d, high: high.d })),
  );
  const v6 = mergeV6(ranges.filter(({ low }) => low.family === 6));
  return (value) => (value.family === 4 ? inV4(value.d) : inV6(v6, value));
}

function mergeV6(ranges: readonly IpRange[]): readonly IpRange[] {
  const merged: IpRange[] = [];
  for (const range of ranges.toSorted((left, right) => compareIp(left.low, right.low))) {
    const last = merged[merged.length - 1];
    if (!last || compareIp(range.low, last.high) > 0) merged.push(range);
    else if (compareIp(range.high, last.high) > 0) {
      merged[merged.length - 1] = { low: last.low, high: range.high };
    }
  }
  return merged;
}

function inV6(ranges: readonly IpRange[], value: IpValue): boolean {
  let from = 0;
  let to = ranges.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const range = ranges[middle];
    if (range && compareIp(range.low, value) <= 0) from = middle + 1;
    else to = middle;
  }
  const range = ranges[from - 1];
  return range !== undefined && compareIp(value, range.high) <= 0;
}
