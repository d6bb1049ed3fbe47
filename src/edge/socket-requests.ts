import type { Duplex } from 'node:stream';
import type { Exchange } from './exchange.ts';

const newest = Symbol('newest request');
const count = Symbol('requests in flight');

type Connection = Duplex & { [newest]?: Exchange | undefined; [count]?: number };

/**
 * The requests of a connection that have not ended: several if the visitor pipelines. This is needed only
 * when a request cannot be parsed, so it must cost almost nothing: two members of the socket itself.
 */
export function requestsOf(connection: Duplex): { count: number; newest: Exchange | undefined } {
  const owner = connection as Connection;
  return { count: owner[count] ?? 0, newest: owner[newest] };
}

export function addRequest(connection: Duplex, exchange: Exchange): void {
  const owner = connection as Connection;
  owner[newest] = exchange;
  owner[count] = (owner[count] ?? 0) + 1;
}

export function removeRequest(connection: Duplex, exchange: Exchange): void {
  const owner = connection as Connection;
  if (owner[newest] === exchange) owner[newest] = undefined;
  owner[count] = (owner[count] ?? 1) - 1;
}
