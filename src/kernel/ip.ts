import ipaddr from 'ipaddr.js';

/** An address range, ready to be matched. */
export type Cidr = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses `10.0.0.0/8`, `2001:db8::/32` or a bare address (as a range of one); undefined when it is neither. */
export function parseCidr(text: string): Cidr | undefined {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text);
  const address = parseAddress(text);
  return address && [address, address.kind() === 'ipv4' ? 32 : 128];
}

/**
 * Parses an address. IPv4 in IPv6 clothing (`::ffff:10.0.0.1`) becomes plain IPv4, so that a range
 * check cannot be dodged by spelling. Only the canonical four-part form of IPv4 is taken: `0177.1`
 * and `2130706433` are refused.
 */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text)) return undefined;
  const address = ipaddr.IPv6.parse(text);
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

export function cidrContains(cidr: Cidr, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const [network, bits] = cidr;
  return network.kind() === address.kind() && address.match(network, bits);
}

/** True when `text` is an address inside one of the ranges. */
export function inAnyCidr(cidrs: readonly Cidr[], text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && cidrs.some((cidr) => cidrContains(cidr, address));
}
