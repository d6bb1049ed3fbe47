import type { Exchange } from './exchange.ts';

/** The scheme as the visitor sees it: a proxy in front of the edge may terminate TLS. */
export function visitorScheme(exchange: Exchange): string {
  const named = exchange.peerIsTrusted ? exchange.header('x-forwarded-proto') : undefined;
  return named === 'https' || named === 'http' ? named : exchange.scheme;
}
