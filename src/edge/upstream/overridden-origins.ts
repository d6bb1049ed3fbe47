import type { OriginSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import { OriginRuntime } from '../balancing/origin-runtime.ts';
import { type OriginConnectionSettings, OriginPools } from './origin-pools.ts';

/** What rules change about where a request is sent. Absent members leave it as it is. */
export interface OriginOverride {
  /** A name or an address, in place of that of the origin that was chosen. */
  readonly host?: string;
  readonly port?: number;
  /** The name under which a TLS origin is asked, and for which its certificate has to be valid. */
  readonly serverName?: string;
}

/** The part of a request's effects that this is about. */
interface OverrideEffects {
  readonly originOverride: OriginOverride | undefined;
  overriddenOrigin: OriginRuntime | undefined;
}

/** Origins with connections of their own. If there are more, the least recently used are closed. */
const MAX_ORIGINS = 256;

/**
 * Origins that no pool knows, because rules send requests there. They are apart from those of pools:
 * what becomes of such a request says nothing about the origin that it was meant for.
 */
export class OverriddenOrigins {
  readonly #settings: OriginConnectionSettings;
  readonly #capacity: number;
  readonly #byKey = new Map<string, OriginRuntime>();

  constructor(settings: OriginConnectionSettings, capacity = MAX_ORIGINS) {
    this.#settings = settings;
    this.#capacity = capacity;
  }

  /** Where a request for `chosen` really goes, which its effects then say. */
  lead(chosen: OriginRuntime, effects: OverrideEffects): OriginRuntime {
    const origin = this.find(chosen, effects.originOverride ?? {});
    effects.overriddenOrigin = origin;
    return origin;
  }

  /** Another server name alone does not lead elsewhere. */
  find(chosen: OriginRuntime, { host, port }: OriginOverride): OriginRuntime {
    if (host === undefined && port === undefined) return chosen;
    const snapshot = overridden(chosen.snapshot, host, port);
    const { name, scheme, hostHeader = '' } = snapshot;
    const key = `${scheme} ${name} ${hostHeader}`;
    const known = this.#byKey.get(key);
    const origin =
      known ?? new OriginRuntime('', snapshot, new OriginPools(snapshot, this.#settings));
    if (!known) this.#makeRoom();
    // The last one is the one that was used last.
    this.#byKey.delete(key);
    this.#byKey.set(key, origin);
    return origin;
  }

  get origins(): Iterable<OriginRuntime> {
    return this.#byKey.values();
  }

  /** Lets what is under way finish and takes nothing new. */
  close(): void {
    for (const { pools } of this.#byKey.values()) pools.close();
    this.#byKey.clear();
  }

  #makeRoom(): void {
    const [oldest] = this.#byKey;
    if (!oldest || this.#byKey.size < this.#capacity) return;
    this.#byKey.delete(oldest[0]);
    oldest[1].pools.close();
  }
}

/** The `Host` header of a pool's origin is meant for that server, and for no other. */
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
