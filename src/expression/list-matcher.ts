/** Named lists, prepared for `in $name`. */

import { asciiLower } from './ascii-case.ts';
import type { Matcher } from './compile/accessors.ts';
import { compileIntSet } from './compile/int-set.ts';
import { compileIpSet, type IpRange, networkRange } from './compile/ip-set.ts';
import { type IpValue, maskIp, parseIp } from './ip-value.ts';
import type { ListKind } from './scheme.ts';

/** Texts of addresses, networks and host names; numbers of networks. */
export type ListItems = readonly (string | number)[];

/** Makes the test for a list. Items that do not fit the kind are left out: lists are checked when saved. */
export function compileList(kind: ListKind, items: ListItems): Matcher {
  switch (kind) {
    case 'ip':
      // The checker lets addresses only ask a list of addresses; so it goes for the other kinds.
      return compileIpSet(items.flatMap((item) => ipRange(String(item)))) as Matcher;
    case 'asn':
      return compileIntSet(items.map(Number).map((asn) => ({ low: asn, high: asn }))) as Matcher;
    case 'hostname':
      return hostnames(items.map(String)) as Matcher;
    case 'redirect':
      return () => false;
  }
}

function ipRange(text: string): IpRange[] {
  const [address = '', bitsText] = text.split('/');
  const ip = parseIp(address);
  if (!ip) return [];
  const width = ip.family === 4 ? 32 : 128;
  const bits = bitsText === undefined ? width : Number(bitsText);
  if (!Number.isInteger(bits) || bits < 0 || bits > width) return [];
  const base: IpValue = maskIp(ip, bits);
  return [networkRange(base, bits)];
}

/** `*.example.com` holds every name below example.com, but not that name. Case does not matter. */
function hostnames(names: readonly string[]): (value: string) => boolean {
  const exact = new Set<string>();
  const below = new Set<string>();
  for (const name of names.map(asciiLower)) {
    if (name.startsWith('*.')) below.add(name.slice(2));
    else exact.add(name);
  }
  return (value) => {
    const host = asciiLower(value);
    if (exact.has(host)) return true;
    if (below.size === 0) return false;
    for (let dot = host.indexOf('.'); dot !== -1; dot = host.indexOf('.', dot + 1)) {
      if (below.has(host.slice(dot + 1))) return true;
    }
    return false;
  };
}
