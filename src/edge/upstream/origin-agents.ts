import { isIP, isIPv6 } from 'node:net';
import { Pool } from 'undici';
import type { OriginSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';

export interface OriginConnectionSettings {
  readonly connectMs: number;
  /** Connections of this process to one origin. */
  readonly connections: number;
  readonly verifyTls: boolean;
}

/** Names under which one TLS origin is asked; each needs connections of its own. */
const MAX_NAMES = 256;

/** The connections to one origin. */
export class OriginAgents {
  readonly #base: string;
  readonly #isTls: boolean;
  readonly #settings: OriginConnectionSettings;
  readonly #plain: Pool | undefined;
  readonly #byName = new Map<string, Pool>();

  constructor(origin: OriginSnapshot, settings: OriginConnectionSettings) {
    this.#base = originUrl(origin);
    this.#isTls = origin.scheme === 'https';
    this.#settings = settings;
    this.#plain = this.#isTls ? undefined : this.#open(undefined);
  }

  get connections(): number {
    let open = this.#plain?.stats.connected ?? 0;
    for (const pool of this.#byName.values()) open += pool.stats.connected;
    return open;
  }

  /** The connections for requests to a host; only TLS cares which. */
  forHost(host: string): Pool {
    if (this.#plain) return this.#plain;
    const name = host.replace(/:\d+$/, '');
    const known = this.#byName.get(name);
    if (!known) this.#makeRoom();
    const pool = known ?? this.#open(isIP(name) ? undefined : name);
    // The last one is the one that was used last, so that made-up names push out each other.
    this.#byName.delete(name);
    this.#byName.set(name, pool);
    return pool;
  }

  /** Lets what is under way finish and takes nothing new. */
  close(): void {
    for (const pool of [this.#plain, ...this.#byName.values()]) {
      // Closing twice or failing connections are nobody's concern any more.
      pool?.close().catch(() => {});
    }
  }

  /** Visitors may choose names below a zone, so their number has to be bounded. */
  #makeRoom(): void {
    const [oldest] = this.#byName;
    if (!oldest || this.#byName.size < MAX_NAMES) return;
    this.#byName.delete(oldest[0]);
    oldest[1].close().catch(() => {});
  }

  #open(servername: string | undefined): Pool {
    const { connectMs, connections, verifyTls } = this.#settings;
    return new Pool(this.#base, {
      connections,
      pipelining: 1,
      // `SlowResponses` enforces these limits.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: {
        timeout: connectMs,
        rejectUnauthorized: verifyTls,
        ...(servername !== undefined && { servername }),
      },
    });
  }
}

function originUrl({ scheme, address, port }: OriginSnapshot): string {
  return `${scheme}://${isIPv6(address) ? `[${address}]` : address}:${port}`;
}
