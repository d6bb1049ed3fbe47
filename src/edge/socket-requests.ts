import type { Duplex } from 'node:stream';
import type { Transaction } from './transaction.ts';

const newest = Symbol('newest request');
const count = Symbol('requests under way');

type Connection = Duplex & { [newest]?: Transaction | undefined; [count]?: number };

/**
 * What is under way on a connection: several requests when the visitor did not wait for answers. It
 * is asked for only when something goes wrong, so keeping it must cost next to nothing: two members
 * of the connection itself.
 */
export function requestsOf(connection: Duplex): { count: number; newest: Transaction | undefined } {
  const owner = connection as Connection;
  return { count: owner[count] ?? 0, newest: owner[newest] };
}

export function addRequest(connection: Duplex, transaction: Transaction): void {
  const owner = connection as Connection;
  owner[newest] = transaction;
  owner[count] = (owner[count] ?? 0) + 1;
}

export function removeRequest(connection: Duplex, transaction: Transaction): void {
  const owner = connection as Connection;
  if (owner[newest] === transaction) owner[newest] = undefined;
  owner[count] = (owner[count] ?? 1) - 1;
}
