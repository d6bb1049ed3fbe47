/** The test of a comparison for a present value. The casts rely on the types that the checker has verified. */

import { intern } from '../byte-string.ts';
import { compareIp, type IpValue, parseIp, sameIp } from '../ip-value.ts';
import { compilePattern } from '../regex/regex.ts';
import type { LiteralNode, OrderingOperator, SetItem, TestNode } from '../syntax.ts';
import type { Value } from '../value.ts';
import { type Accessors, brokenTree, type Matcher } from './accessors.ts';
import { compileIntSet } from './int-set.ts';
import { compileIpSet, type IpRange, networkRange } from './ip-set.ts';
import { compileStringSet } from './string-set.ts';
import { compileWildcard } from './wildcard.ts';

export function compileTest<Request>(test: TestNode, accessors: Accessors<Request>): Matcher {
  switch (test.kind) {
    case 'ordering':
      return ordering(test.op, test.right);
    case 'contains': {
      const part = intern(test.right);
      return onString((value) => value.includes(part));
    }
    case 'matches': {
      const pattern = compilePattern(test.pattern);
      if (pattern.kind === 'problem') throw brokenTree(pattern.reason);
      return onString(pattern.test);
    }
    case 'wildcard':
      return onString(compileWildcard(test.pattern, test.strict));
    case 'bits':
      return onInt(bitTest(test.mask));
    case 'in-set':
      return setTest(test.items);
    case 'in-list':
      return accessors.list(test.list) ?? never;
  }
}

const never: Matcher = () => false;
const onString = (test: (value: string) => boolean) => test as Matcher;
const onInt = (test: (value: number) => boolean) => test as Matcher;
const onIp = (test: (value: IpValue) => boolean) => test as Matcher;

function ordering(op: OrderingOperator, right: LiteralNode): Matcher {
  if (right.kind === 'ip') return ipOrdering(op, right.value);
  const wanted: Value = right.kind === 'string' ? intern(right.value) : right.value;
  switch (op) {
    case 'eq':
      return (value) => value === wanted;
    case 'ne':
      return (value) => value !== wanted;
    case 'lt':
      return (value) => value < wanted;
    case 'le':
      return (value) => value <= wanted;
    case 'gt':
      return (value) => value > wanted;
    case 'ge':
      return (value) => value >= wanted;
  }
}

/** Addresses of different families are unequal and not ordered. */
function ipOrdering(op: OrderingOperator, text: string): Matcher {
  const wanted = parseIp(text);
  if (!wanted) throw brokenTree(`${text} is not an address`);
  switch (op) {
    case 'eq':
      return onIp((value) => sameIp(value, wanted));
    case 'ne':
      return onIp((value) => !sameIp(value, wanted));
    case 'lt':
      return onIp((value) => value.family === wanted.family && compareIp(value, wanted) < 0);
    case 'le':
      return onIp((value) => value.family === wanted.family && compareIp(value, wanted) <= 0);
    case 'gt':
      return onIp((value) => value.family === wanted.family && compareIp(value, wanted) > 0);
    case 'ge':
      return onIp((value) => value.family === wanted.family && compareIp(value, wanted) >= 0);
  }
}

/** The JS operator works on 32 bits; wider values need big integers. */
function bitTest(mask: number): (value: number) => boolean {
  const wide = BigInt(mask);
  const small = mask >= 0 && mask <= 0x7fffffff;
  return (value) => {
    if (small && value >= 0 && value <= 0x7fffffff) return (value & mask) !== 0;
    return (BigInt(value) & wide) !== 0n;
  };
}

function setTest(items: readonly SetItem[]): Matcher {
  const strings: string[] = [];
  const ints: { low: number; high: number }[] = [];
  const ips: IpRange[] = [];
  for (const item of items) {
    if (item.kind === 'string') strings.push(item.value);
    else if (item.kind === 'int') ints.push(item);
    else ips.push(...ipRange(item));
  }
  if (ips.length > 0) return onIp(compileIpSet(ips));
  if (ints.length > 0) return onInt(compileIntSet(ints));
  return onString(compileStringSet(strings));
}

function ipRange(item: Extract<SetItem, { kind: 'ip' | 'network' }>): IpRange[] {
  if (item.kind === 'network') {
    const base = parseIp(item.address);
    return base ? [networkRange(base, item.bits)] : [];
  }
  const low = parseIp(item.low);
  const high = parseIp(item.high);
  return low && high ? [{ low, high }] : [];
}
