/** A range of addresses that users must not be able to reach through the platform. */
export interface RefusedRange {
  readonly cidr: string;
  readonly kind: string;
}

/**
 * Addresses that are not public unicast, from the IANA special-purpose registries of IPv4 and IPv6 (RFC 6890)
 * and the manuals of cloud providers. For IPv6 only 2000::/3 is allocated, so everything outside is refused
 * without being listed, and the list has the exceptions inside.
 */
export const refusedRanges: readonly RefusedRange[] = [
  { cidr: '0.0.0.0/8', kind: 'unspecified' }, // "this network"; 0.0.0.0 reaches the local machine
  { cidr: '10.0.0.0/8', kind: 'private' }, // RFC 1918
  { cidr: '100.64.0.0/10', kind: 'shared' }, // carrier-grade NAT, RFC 6598; 100.100.100.200 is Alibaba's metadata
  { cidr: '127.0.0.0/8', kind: 'loopback' },
  { cidr: '168.63.129.16/32', kind: 'metadata' }, // Azure's host agent: looks public, is not
  { cidr: '169.254.0.0/16', kind: 'link-local' }, // 169.254.169.254 is the metadata address of most clouds
  { cidr: '172.16.0.0/12', kind: 'private' }, // RFC 1918
  { cidr: '192.0.0.0/24', kind: 'reserved' }, // protocol assignments; 192.0.0.192 is Oracle's metadata
  { cidr: '192.0.2.0/24', kind: 'documentation' },
  { cidr: '192.88.99.0/24', kind: 'reserved' }, // 6to4 relays, withdrawn by RFC 7526
  { cidr: '192.168.0.0/16', kind: 'private' }, // RFC 1918
  { cidr: '198.18.0.0/15', kind: 'benchmark' }, // RFC 2544
  { cidr: '198.51.100.0/24', kind: 'documentation' },
  { cidr: '203.0.113.0/24', kind: 'documentation' },
  { cidr: '224.0.0.0/4', kind: 'multicast' },
  { cidr: '240.0.0.0/4', kind: 'reserved' }, // includes 255.255.255.255, broadcast
  { cidr: '2001::/23', kind: 'reserved' }, // protocol assignments: Teredo (tunnels IPv4), benchmark, ORCHID
  { cidr: '2001:db8::/32', kind: 'documentation' },
  { cidr: '2002::/16', kind: 'reserved' }, // 6to4: tunnels any IPv4, withdrawn by RFC 7526
  { cidr: '3fff::/20', kind: 'documentation' }, // RFC 9637
];

/** The part of IPv6 that is allocated as global unicast. */
export const globalUnicastV6 = '2000::/3';

/** The well-known NAT64 prefix (RFC 6052): its last 32 bits are the IPv4 address that is reached. */
export const nat64 = '64:ff9b::/96';
