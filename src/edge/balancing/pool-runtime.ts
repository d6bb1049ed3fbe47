import type {
  OriginSnapshot,
  PoolSnapshot,
} from '../../contracts/snapshot/load-balancing-section.ts';
import { hashText } from '../../kernel/hash-text.ts';
import { type OriginRuntime, originIdentity } from './origin-runtime.ts';

export type OriginMaker = (poolId: string, snapshot: OriginSnapshot) => OriginRuntime;

/** A pool with its origins. Origins survive changes of the pool, and keep their counters and connections. */
export class PoolRuntime {
  readonly id: string;
  readonly hashSeed: number;
  #snapshot: PoolSnapshot;
  #origins = new Map<string, OriginRuntime>();
  #byToken = new Map<string, OriginRuntime>();
  #enabled: readonly OriginRuntime[] = [];
  #healthy: readonly OriginRuntime[] = [];
  #isUp = false;

  constructor(snapshot: PoolSnapshot, makeOrigin: OriginMaker) {
    this.id = snapshot.id;
    this.hashSeed = hashText(snapshot.id);
    this.#snapshot = snapshot;
    this.update(snapshot, makeOrigin);
  }

  get snapshot(): PoolSnapshot {
    return this.#snapshot;
  }

  get origins(): Iterable<OriginRuntime> {
    return this.#origins.values();
  }

  get inFlight(): number {
    return sum(this.#enabled, (origin) => origin.inFlight);
  }

  get connections(): number {
    return sum(this.#enabled, (origin) => origin.connections);
  }

  /** Average round-trip time of the origins' health checks, in milliseconds. */
  get roundTripMs(): number | undefined {
    const known = this.#healthy.flatMap(({ snapshot }) => snapshot.roundTripMs ?? []);
    return known.length === 0 ? undefined : known.reduce((a, b) => a + b) / known.length;
  }

  /** Applies a new configuration. Connections of removed origins are closed. If it throws, nothing has changed. */
  update(snapshot: PoolSnapshot, makeOrigin: OriginMaker): void {
    const before = this.#origins;
    const after = new Map<string, OriginRuntime>();
    for (const origin of snapshot.origins) {
      const identity = originIdentity(origin);
      after.set(identity, before.get(identity) ?? makeOrigin(snapshot.id, origin));
    }
    for (const origin of snapshot.origins) {
      const runtime = after.get(originIdentity(origin));
      if (runtime) runtime.snapshot = origin;
    }
    this.#snapshot = snapshot;
    this.#origins = after;
    for (const [identity, gone] of before) if (!after.has(identity)) gone.pools.close();
    const all = [...after.values()];
    this.#byToken = new Map(all.map((origin) => [origin.token, origin]));
    this.#enabled = all.filter((origin) => origin.snapshot.enabled);
    this.#healthy = this.#enabled.filter((origin) => this.#isHealthy(origin));
    const { enabled, monitored, minimumOrigins } = snapshot;
    this.#isUp = enabled && (!monitored || this.#healthy.length >= minimumOrigins);
  }

  close(): void {
    for (const origin of this.#origins.values()) origin.pools.close();
  }

  /** Origins to choose from: enabled, not known to be unhealthy, and not ejected. */
  available(tick: number): readonly OriginRuntime[] {
    return this.#isUp ? withoutEjected(this.#healthy, tick) : [];
  }

  /** Origins to choose from if none is healthy: the enabled ones. Ejected origins are left out unless all are ejected. */
  lastResort(tick: number): readonly OriginRuntime[] {
    if (!this.#snapshot.enabled) return [];
    const others = withoutEjected(this.#enabled, tick);
    return others.length > 0 ? others : this.#enabled;
  }

  /** The origin of a session, even while it is ejected; undefined if it can no longer serve the session. */
  ofSession(token: string, drainSeconds: number, now: number): OriginRuntime | undefined {
    const origin = this.#byToken.get(token);
    if (!origin || !this.#isUp) return undefined;
    const { enabled, disabledAt = 0 } = origin.snapshot;
    const serves = enabled || now < disabledAt + drainSeconds * 1000;
    return serves && this.#isHealthy(origin) ? origin : undefined;
  }

  #isHealthy({ snapshot }: OriginRuntime): boolean {
    // Monitors do not check disabled origins, so these count as healthy while their sessions drain.
    return !this.#snapshot.monitored || snapshot.healthy === true || !snapshot.enabled;
  }
}

function withoutEjected(origins: readonly OriginRuntime[], tick: number): readonly OriginRuntime[] {
  return origins.some((origin) => origin.isEjected(tick))
    ? origins.filter((origin) => !origin.isEjected(tick))
    : origins;
}

function sum<T>(entries: readonly T[], of: (entry: T) => number): number {
  let total = 0;
  for (const entry of entries) total += of(entry);
  return total;
}
