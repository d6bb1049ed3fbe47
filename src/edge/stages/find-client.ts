import type { Socket } from 'node:net';
import { type Cidr, inAnyCidr, parseAddress } from '../../kernel/ip.ts';
import type { RequestStage } from './stage.ts';

/** How many addresses are looked at, from the end: what a header may cost us, however long it is. */
const MAX_HOPS = 32;

/** Connections carry many requests; each is judged once. */
const trustedSockets = new WeakMap<Socket, boolean>();

/**
 * Finds out who the visitor is. A header that names another address counts only when a proxy that
 * the operator has listed says so: anyone can write a header.
 */
export const findClient: RequestStage = (exchange, { trust }) => {
  if (trust.proxies.length === 0) return undefined;
  const { socket } = exchange.request;
  let trusted = trustedSockets.get(socket);
  if (trusted === undefined) {
    trusted = inAnyCidr(trust.proxies, exchange.peerAddress);
    trustedSockets.set(socket, trusted);
  }
  if (!trusted) return undefined;
  exchange.peerIsTrusted = true;
  const named = addressIn(exchange.header(trust.header) ?? '', trust.proxies);
  if (named !== undefined) exchange.clientAddress = named;
  return undefined;
};

/** The last address of a list that no trusted proxy has; each proxy adds what it saw at the end. */
function addressIn(list: string, proxies: readonly Cidr[]): string | undefined {
  const hops = list.split(',').slice(-MAX_HOPS).reverse();
  let last: string | undefined;
  for (const hop of hops) {
    const address = parseAddress(hop.trim())?.toString();
    if (address === undefined) return last;
    last = address;
    if (!inAnyCidr(proxies, address)) return last;
  }
  return last;
}
