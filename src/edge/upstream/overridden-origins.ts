import type { OriginSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import { OriginRuntime } from '../balancing/origin-runtime.ts';
import { type OriginConnectionSettings, OriginPools } from './origin-pools.ts';

/** The override of an origin by rules. Absent members keep the value of the chosen origin. */
export interface OriginOverride {
  /** A name or an address. */
  readonly host?: string;
  readonly port?: number;
  /** The server name (SNI) for a TLS origin, for which its certificate must be valid. */
  readonly serverName?: string;
}

interface OverrideEffects {
  readonly originOverride: OriginOverride | undefined;
  overriddenOrigin: OriginRuntime | undefined;
}

/** Origins with connections of their own. If there are more, the least recently used are closed. */
const MAX_ORIGINS = 256;

/**
 * Origins from the overrides of rules. They are separate from the origins of pools, so that the result of a request to
 * them does not affect the ejection of the origin that the load balancer chose.
 */
export class OverriddenOrigins {
  readonly #settings: OriginConnectionSettings;
  readonly #capacity: number;
  readonly #byKey = new Map<string, OriginRuntime>();

  constructor(settings: OriginConnectionSettings, capacity = MAX_ORIGINS) {
    this.#settings = settings;
    this.#capacity = capacity;
  }

  /** Finds the origin for a request that was routed to `chosen`, and records it in the effects. */
  apply(chosen: OriginRuntime, effects: OverrideEffects): OriginRuntime {
    const origin = this.find(chosen, effects.originOverride ?? {});
    effects.overriddenOrigin = origin;
    return origin;
  }

  /** A server name alone does not change the origin. */
  find(chosen: OriginRuntime, { host, port }: OriginOverride): OriginRuntime {
    if (host === undefined && port === undefined) return chosen;
    const snapshot = overridden(chosen.snapshot, host, port);
    const { name, scheme, hostHeader = '' } = snapshot;
    const key = `${scheme} ${name} ${hostHeader}`;
    const known = this.#byKey.get(key);
    const origin =
      known ?? new OriginRuntime('', snapshot, new OriginPools(snapshot, this.#settings));
    if (!known) this.#evictOldest();
    // Moves the origin to the end: the map is in order of use.
    this.#byKey.delete(key);
    this.#byKey.set(key, origin);
    return origin;
  }

  get origins(): Iterable<OriginRuntime> {
    return this.#byKey.values();
  }

  /** Lets requests in flight finish and accepts no new ones. */
  close(): void {
    for (const { pools } of this.#byKey.values()) pools.close();
    this.#byKey.clear();
  }

  #evictOldest(): void {
    const [oldest] = this.#byKey;
    if (!oldest || this.#byKey.size < this.#capacity) return;
    this.#byKey.delete(oldest[0]);
    oldest[1].pools.close();
  }
}

/** The `Host` header of a pool's origin is meant for that server only. */
function overridden(
  chosen: OriginSnapshot,
  host: string | undefined,
  port = chosen.port,
): OriginSnapshot {
  const { address, hostHeader } =
    host === undefined ? chosen : { address: host, hostHeader: undefined };
  return {
    name: `${address.includes(':') ? `[${address}]` : address}:${port}`,
    address,
    port,
    scheme: chosen.scheme,
    weight: 1,
    enabled: true,
    disabledAt: undefined,
    hostHeader,
    healthy: undefined,
    roundTripMs: undefined,
  };
}
