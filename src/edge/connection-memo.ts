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

  setHost(authority: string, host: string): void {
    this.authority = authority;
    this.host = host;
    this.forwarded = undefined;
  }
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
