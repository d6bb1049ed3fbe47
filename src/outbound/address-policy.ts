import type ipaddr from 'ipaddr.js';
import { type Cidr, cidrContains, parseAddress, parseCidr } from '../kernel/ip.ts';
import { globalUnicastV6, nat64, refusedRanges } from './refused-ranges.ts';

/** `::8.8.8.8`, deprecated by RFC 4291. The parser would confuse it with the mapped form `::ffff:8.8.8.8`. */
const COMPATIBLE_V4 = /^::\d+\.[\d.]+$/;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** `listed`: in a range that the operator allows. `public`: any request may connect to it. */
export type AddressVerdict = 'listed' | 'public' | 'refused';

/**
 * Decides which addresses outgoing requests may reach: public unicast addresses, and those in ranges that the
 * operator lists. Text that cannot be parsed is refused.
 */
export class AddressPolicy {
  readonly #allowed: readonly Cidr[];

  constructor(allowed: readonly Cidr[] = []) {
    this.#allowed = allowed;
  }

  /** False if the operator lists nothing, so that no address can be `listed`. */
  get hasList(): boolean {
    return this.#allowed.length > 0;
  }

  /** `text` is an address as a resolver or a socket reports it, without brackets. */
  judge(text: string): AddressVerdict {
    const address = COMPATIBLE_V4.test(text) ? undefined : parseAddress(text);
    if (!address) return 'refused';
    if (this.#allowed.some((cidr) => cidrContains(cidr, address))) return 'listed';
    // A zone id (`%eth0`) selects an interface of this machine; a public address needs none.
    if (text.includes('%')) return 'refused';
    return isPublic(address) ? 'public' : 'refused';
  }
}

function isPublic(address: Address): boolean {
  if (address.kind() === 'ipv4') return !isRefused(address);
  const v6 = address as ipaddr.IPv6;
  if (cidrContains(NAT64, v6)) return isPublic(embeddedV4(v6));
  return cidrContains(GLOBAL_UNICAST, v6) && !isRefused(v6);
}

function isRefused(address: Address): boolean {
  return REFUSED.some((cidr) => cidrContains(cidr, address));
}

function embeddedV4(address: ipaddr.IPv6): Address {
  const text = address.toByteArray().slice(12).join('.');
  const embedded = parseAddress(text);
  if (!embedded) throw new Error('four bytes are always an IPv4 address');
  return embedded;
}

function knownCidr(text: string): Cidr {
  const cidr = parseCidr(text);
  if (!cidr) throw new Error(`not an address range: ${text}`);
  return cidr;
}

const REFUSED = refusedRanges.map((range) => knownCidr(range.cidr));
const GLOBAL_UNICAST = knownCidr(globalUnicastV6);
const NAT64 = knownCidr(nat64);
