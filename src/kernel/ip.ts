import ipaddr from 'ipaddr.js';

/** A parsed address range. */
export type Cidr = readonly [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Parses `10.0.0.0/8`, `2001:db8::/32` or a bare address (as a range of one); undefined for any other text. */
export function parseCidr(text: string): Cidr | undefined {
  const [, addressText = '', bitsText] = CIDR.exec(text) ?? [];
  const address = parseAddress(addressText);
  if (!address) return undefined;
  const width = address.kind() === 'ipv4' ? 32 : 128;
  if (bitsText === undefined) return [address, width];
  // In a mapped range (`::ffff:10.0.0.0/104`) the first 96 bits are the mapping prefix.
  const bits = Number(bitsText) - (width === 32 && addressText.includes(':') ? 96 : 0);
  return bits >= 0 && bits <= width ? [address, bits] : undefined;
}

const CIDR = /^([^/]+)(?:\/(\d{1,3}))?$/;

/**
 * Parses an address. An IPv4-mapped IPv6 address (`::ffff:10.0.0.1`) becomes plain IPv4, so that it cannot
 * bypass a range check. Only the canonical four-part form of IPv4 is accepted: `0177.1` and `2130706433` are
 * refused.
 */
export function parseAddress(text: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  if (!ipaddr.IPv6.isValid(text)) return undefined;
  // The parser confuses the compatible form (`::8.8.8.8`) with the mapped form, which is another address.
  const address = ipaddr.IPv6.parse(text.replace(COMPATIBLE_V4, '::0:$1'));
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address;
}

/** The IPv4-compatible form, deprecated by RFC 4291, section 2.5.5.1, but still an IPv6 address. */
const COMPATIBLE_V4 = /^::(\d+\.)/;

export function cidrContains(cidr: Cidr, address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  const [network, bits] = cidr;
  return network.kind() === address.kind() && address.match(network, bits);
}

/** True when `text` is an address inside one of the ranges. */
export function inAnyCidr(cidrs: readonly Cidr[], text: string): boolean {
  const address = parseAddress(text);
  return address !== undefined && cidrs.some((cidr) => cidrContains(cidr, address));
}

/**
 * The address block that counts as one client: an IPv4 address, or an IPv6 /64, from which a client can choose
 * addresses at will. 48 bits give the network around it.
 */
export function addressBlock(text: string, bits: 48 | 64 = 64): string {
  if (!text.includes(':')) return text;
  const address = parseAddress(text);
  if (!(address instanceof ipaddr.IPv6)) return address?.toString() ?? text;
  return `${address.parts
    .slice(0, bits / 16)
    .map((part) => part.toString(16))
    .join(':')}::/${bits}`;
}
