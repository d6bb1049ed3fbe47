/** Named lists, prepared for `in $name`. */

import { parseAddress } from '../kernel/ip.ts';
import type { Steps } from '../kernel/time-slices.ts';
import { asciiLower } from './ascii-case.ts';
import type { Matcher } from './compile/accessors.ts';
import { compileIntSet } from './compile/int-set.ts';
import { compileIpSet, type IpRange, networkRange } from './compile/ip-set.ts';
import { type IpValue, ipFromBytes, maskIp } from './ip-value.ts';
import type { ListKind } from './scheme.ts';

/** Addresses, networks and host names are texts; autonomous system numbers are numbers. */
export type ListItems = readonly (string | number)[];

/** Items between two pauses. */
const ITEMS_AT_ONCE = 100;

/**
 * Makes the matcher of a list, in steps, because lists are long. Items of another kind are skipped, and values of
 * another type never match: both are refused when lists and rules are saved.
 */
export function* compileList(kind: ListKind, items: ListItems): Steps<Matcher> {
  switch (kind) {
    case 'ip':
      return compileIpSet(yield* ipRanges(items)) as Matcher;
    case 'asn':
      return compileIntSet(items.map(Number).map((asn) => ({ low: asn, high: asn }))) as Matcher;
    case 'hostname':
      return hostnames(items.map(String));
    case 'redirect':
      return () => false;
  }
}

function* ipRanges(items: ListItems): Steps<IpRange[]> {
  const ranges: IpRange[] = [];
  for (const [n, item] of items.entries()) {
    const range = ipRange(String(item));
    if (range) ranges.push(range);
    if (n % ITEMS_AT_ONCE === 0) yield;
  }
  return ranges;
}

function ipRange(text: string): IpRange | undefined {
  const [addressText = '', bitsText] = text.split('/');
  const address = parseAddress(addressText);
  if (!address) return undefined;
  const ip = ipFromBytes(address.toByteArray());
  const width = ip.family === 4 ? 32 : 128;
  const bits = bitsText === undefined ? width : Number(bitsText);
  if (!Number.isInteger(bits) || bits < 0 || bits > width) return undefined;
  const base: IpValue = maskIp(ip, bits);
  return networkRange(base, bits);
}

/** `*.example.com` matches every name below example.com, but not example.com itself. Case is ignored. */
function hostnames(names: readonly string[]): Matcher {
  const exact = new Set<string>();
  const below = new Set<string>();
  for (const name of names.map(asciiLower)) {
    if (name.startsWith('*.')) below.add(name.slice(2));
    else exact.add(name);
  }
  return (value) => {
    if (typeof value !== 'string') return false;
    const host = asciiLower(value);
    if (exact.has(host)) return true;
    if (below.size === 0) return false;
    for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
      if (below.has(host.slice(dot + 1))) return true;
    }
    return false;
  };
}
