import { type Cidr, inAnyCidr, parseAddress } from '../../kernel/ip.ts';
import type { RequestStage } from './stage.ts';

/** The maximum number of addresses that are parsed, from the end of the header, to bound its cost. */
const MAX_HOPS = 32;

/**
 * Finds the address of the visitor, and the scheme that the visitor uses. Headers that name them are used only on
 * connections of trusted proxies, because any client can send them.
 */
export const findClient: RequestStage = (exchange, { trust }) => {
  if (trust.proxies.length === 0) return undefined;
  const { memo } = exchange;
  memo.isTrustedProxy ??= inAnyCidr(trust.proxies, exchange.peerAddress);
  if (!memo.isTrustedProxy) return undefined;
  exchange.peerIsTrusted = true;
  const named = addressIn(exchange.header(trust.header) ?? '', trust.proxies);
  if (named !== undefined) exchange.clientAddress = named;
  const scheme = exchange.header('x-forwarded-proto')?.toLowerCase();
  if (scheme === 'http' || scheme === 'https') exchange.scheme = scheme;
  return undefined;
};

/** The last address of the list that is not a trusted proxy. Each proxy appends the address it saw. */
function addressIn(list: string, proxies: readonly Cidr[]): string | undefined {
  const hops = list.split(',').slice(-MAX_HOPS).reverse();
  let last: string | undefined;
  for (const hop of hops) {
    const address = parseAddress(withoutPort(hop.trim()))?.toString();
    if (address === undefined) return last;
    last = address;
    if (!inAnyCidr(proxies, address)) return last;
  }
  return last;
}

/** Some proxies write `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(hop: string): string {
  const match = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/.exec(hop);
  return match?.[1] ?? match?.[2] ?? hop;
}
