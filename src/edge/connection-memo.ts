import type { GeoLocation, VisitorLocations } from '../detectors/geoip/geo-location.ts';
import { normalHost } from '../kernel/host-name.ts';
import type { ConnectionInfo } from '../transport/http-stream.ts';
import type { SharedFields } from '../transport/http1/head-text.ts';

/** What requests of a connection have in common, so that it is computed once and not for each of them. */
export class ConnectionMemo {
  /** Undefined until a request was handled. */
  isTrustedProxy: boolean | undefined;
  /** The host that was requested last, as sent and as the edge spells it. */
  authority: string | undefined;
  host = '';
  /** The fields that tell an origin about the visitor, for that host. */
  forwarded: SharedFields | undefined;

  /** Where a visitor is, and by which state of the files. */
  #located:
    | { readonly address: string; readonly generation: number; readonly location: GeoLocation }
    | undefined;

  locationOf(address: string, locations: VisitorLocations): GeoLocation {
    const { generation } = locations;
    const before = this.#located;
    if (before?.address === address && before.generation === generation) return before.location;
    const location = locations.locationOf(address);
    this.#located = { address, generation, location };
    return location;
  }

  setHost(authority: string): void {
    this.authority = copyOf(authority);
    this.host = normalHost(this.authority);
    this.forwarded = undefined;
  }
}

/** A part of a text keeps all of it in memory: here the head of a request, for as long as a connection is open. */
function copyOf(part: string): string {
  return Buffer.from(part, 'latin1').toString('latin1');
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
