import type { GeoLocation } from '../contracts/geo-location.ts';
import type { VisitorLocations } from '../detectors/geoip/visitor-locations.ts';
import { normalHost } from '../kernel/host-name.ts';
import type { ConnectionInfo } from '../transport/http-stream.ts';
import type { SharedFields } from '../transport/http1/head-text.ts';

/** Values that are cached per connection, because its requests share them. */
export class ConnectionMemo {
  /** Undefined until the first request was handled. */
  isTrustedProxy: boolean | undefined;
  /** The host of the last request: `authority` as sent, `host` normalised. */
  authority: string | undefined;
  host = '';
  /** The forwarding fields for origins (`X-Forwarded-For`, …), for that host. */
  forwarded: SharedFields | undefined;

  /** The last location that was looked up, and the generation of the files it comes from. */
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

/** Copies the string. A substring keeps its parent string in memory: here the head of a request, for as long as the connection is open. */
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
