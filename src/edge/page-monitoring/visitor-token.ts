import { createHmac } from 'node:crypto';
import type { Source } from '../limits/source-counts.ts';

/** Base64 digits of a digest: 48 bits, so that two of a million visitors are hardly ever the same. */
const DIGITS = 8;

/**
 * A visitor without the address: the IP version, a digest of the network (an IPv4 /24, an IPv6 /48) and a digest of
 * the visitor. All nodes with the same key make the same token.
 */
export function visitorToken(key: Buffer, { block, network }: Source): string {
  const isIpv6 = block.includes(':');
  const around = isIpv6 ? network : block.slice(0, block.lastIndexOf('.'));
  const digest = (text: string) =>
    createHmac('sha256', key).update(text).digest('base64url').slice(0, DIGITS);
  return `${isIpv6 ? 6 : 4}${digest(`network ${around}`)}${digest(`visitor ${block}`)}`;
}
