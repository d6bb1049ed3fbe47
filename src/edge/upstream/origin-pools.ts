import { isIP, connect as netConnect } from 'node:net';
import { type ConnectionOptions, type TLSSocket, connect as tlsConnect } from 'node:tls';
import type { OriginSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import type { ResponseHeadLimits } from '../../transport/http1/response-head.ts';
import { OriginPool } from '../../transport/http1-origin/origin-pool.ts';
import type { TimerWheel } from '../../transport/timer-wheel.ts';

export interface OriginConnectionSettings extends ResponseHeadLimits {
  readonly connectMs: number;
  readonly responseMs: number;
  readonly idleMs: number;
  /** Connections of this process to one origin. */
  readonly connections: number;
  readonly verifyTls: boolean;
  readonly wheel: TimerWheel;
}

/** The maximum number of server names (SNI) per TLS origin; each needs connections of its own. */
const MAX_NAMES = 256;
/** Requests that may wait for a connection to one origin. */
const MAX_WAITING = 1_024;
/** Keep-alive timeout; many servers close a connection that was idle for five seconds. */
const KEEP_MS = 4_000;

/** The connections to one origin. */
export class OriginPools {
  readonly #origin: OriginSnapshot;
  readonly #settings: OriginConnectionSettings;
  readonly #plain: OriginPool | undefined;
  readonly #byName = new Map<string, OriginPool>();

  constructor(origin: OriginSnapshot, settings: OriginConnectionSettings) {
    assertUsable(origin);
    this.#origin = origin;
    this.#settings = settings;
    this.#plain = origin.scheme === 'https' ? undefined : this.#open(undefined);
  }

  get connections(): number {
    let open = this.#plain?.size ?? 0;
    for (const pool of this.#byName.values()) open += pool.size;
    return open;
  }

  /** Idle connections. */
  get idle(): number {
    let idle = this.#plain?.idle ?? 0;
    for (const pool of this.#byName.values()) idle += pool.idle;
    return idle;
  }

  /** The connections for requests to a host. TLS origins have separate connections per host (SNI), others do not. */
  forHost(host: string): OriginPool {
    if (this.#plain) return this.#plain;
    const name = host.replace(/:\d+$/, '');
    const known = this.#byName.get(name);
    if (!known) this.#evictOldest();
    const pool = known ?? this.#open(isIP(name) ? undefined : name);
    // Moves the name to the end: the map is in order of use, so that names that visitors invent evict each other.
    this.#byName.delete(name);
    this.#byName.set(name, pool);
    return pool;
  }

  /** Lets requests in flight finish and accepts no new ones. */
  close(): void {
    this.#plain?.close();
    for (const pool of this.#byName.values()) pool.close();
  }

  /** Visitors can invent names below a zone, so their number is bounded. */
  #evictOldest(): void {
    const [oldest] = this.#byName;
    if (!oldest || this.#byName.size < MAX_NAMES) return;
    this.#byName.delete(oldest[0]);
    oldest[1].close();
  }

  #open(serverName: string | undefined): OriginPool {
    const { address: host, port, scheme } = this.#origin;
    const { connections, connectMs, responseMs, idleMs, headBytes, fields, verifyTls, wheel } =
      this.#settings;
    const options = { host, port, noDelay: true };
    const tls = {
      ...options,
      rejectUnauthorized: verifyTls,
      ALPNProtocols: ['http/1.1'],
      ...(serverName !== undefined && { servername: serverName }),
    };
    return new OriginPool({
      connect: (onReady, readInto) =>
        scheme === 'https'
          ? connectTls(tls, onReady)
          : netConnect({ ...options, ...(readInto && { onread: readInto }) }, onReady),
      readsInto: scheme !== 'https',
      wheel,
      maxConnections: connections,
      maxWaiting: MAX_WAITING,
      waitMs: connectMs,
      connectMs,
      keepMs: KEEP_MS,
      responseMs,
      idleMs,
      headBytes,
      fields,
    });
  }
}

function connectTls(options: ConnectionOptions, onReady: () => void): TLSSocket {
  const socket = tlsConnect(options, onReady);
  const onError = (error: NodeJS.ErrnoException) => {
    // Node uses the same code for a handshake that is aborted as for any other connection that ends.
    if (error.code === 'ECONNRESET') error.code = 'ORIGIN_TLS_ENDED';
  };
  return socket.once('error', onError).once('secureConnect', () => socket.off('error', onError));
}

/** Without this check, an invalid address or port would fail only at the first request. */
function assertUsable({ address, port }: OriginSnapshot): void {
  const isAddress = isIP(address) !== 0 || /^[\w.-]+$/.test(address);
  if (!isAddress)
    throw new Error(`the address of an origin is invalid: ${JSON.stringify(address)}`);
  if (!(port > 0 && port < 65_536)) throw new Error(`the port of an origin is invalid: ${port}`);
}
