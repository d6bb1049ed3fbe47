import type { ConnectionInfo } from '../transport/http-stream.ts';
import type { SharedFields } from '../transport/http1/head-text.ts';

/** What requests of a connection have in common, so that it is computed once and not for each of them. */
export class ConnectionMemo {
  /** Undefined until a request was handled. */
  isTrustedProxy: boolean | undefined;
  /** The host that was requested last, as sent and in lower case without port. */
  authority: string | undefined;
  host = '';
  /** The fields that tell an origin about the visitor, for that host. */
  forwarded: SharedFields | undefined;

  setHost(authority: string): void {
    this.authority = copyOf(authority);
    this.host = hostOf(this.authority);
    this.forwarded = undefined;
  }
}

/** A part of a text keeps all of it in memory: here the head of a request, for as long as a connection is open. */
function copyOf(part: string): string {
  return Buffer.from(part, 'latin1').toString('latin1');
}

/** In lower case, without port and trailing dot. */
export function hostOf(authority: string): string {
  const colon = authority.endsWith(']') ? -1 : authority.lastIndexOf(':');
  const name = colon === -1 ? authority : authority.slice(0, colon);
  return (name.endsWith('.') ? name.slice(0, -1) : name).toLowerCase();
}

const memos = new WeakMap<ConnectionInfo, ConnectionMemo>();

export function memoOf(connection: ConnectionInfo): ConnectionMemo {
  let memo = memos.get(connection);
  if (!memo) {
    memo = new ConnectionMemo();
    memos.set(connection, memo);
  }
  return memo;
}
