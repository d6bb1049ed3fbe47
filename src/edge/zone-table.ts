import { setImmediate } from 'node:timers/promises';
import type { ConfigurationProblem } from '../contracts/edge-channel.ts';
import type { PoolSnapshot } from '../contracts/snapshot/load-balancing-section.ts';
import type { SnapshotUpdate } from '../contracts/snapshot/snapshot-update.ts';
import type { ZoneSnapshot } from '../contracts/snapshot/zone-snapshot.ts';
import { describeError } from '../kernel/palisade-error.ts';
import { type OriginMaker, PoolRuntime } from './balancing/pool-runtime.ts';
import { ZoneRuntime } from './zone-runtime.ts';

/** Compiling lets traffic through after this many milliseconds. */
const SLICE_MS = 5;

/**
 * The zones and pools this edge serves at the moment. An update is compiled piece by piece between
 * requests and then takes effect as a whole; a zone that does not compile keeps what it had.
 */
export class ZoneTable {
  readonly #makeOrigin: OriginMaker;
  #byId = new Map<string, ZoneRuntime>();
  #byName = new Map<string, ZoneRuntime>();
  #pools = new Map<string, PoolRuntime>();
  readonly #zoneProblems = new Map<string, string>();
  readonly #poolProblems = new Map<string, string>();
  #revision = 0;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(makeOrigin: OriginMaker) {
    this.#makeOrigin = makeOrigin;
  }

  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#byId.size;
  }

  get pools(): ReadonlyMap<string, PoolRuntime> {
    return this.#pools;
  }

  /** What could not be brought up to date: it serves as it was, or without what was left out. */
  get problems(): readonly ConfigurationProblem[] {
    const zones = [...this.#zoneProblems].map(
      ([id, problem]) => ({ kind: 'zone', id, problem }) as const,
    );
    const pools = [...this.#poolProblems].map(
      ([id, problem]) => ({ kind: 'pool', id, problem }) as const,
    );
    return [...zones, ...pools];
  }

  /** Updates take effect in the order in which they came. */
  apply(update: SnapshotUpdate): Promise<void> {
    const turn = this.#turn.then(() => this.#apply(update));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** The zone that a host belongs to: the one with its name, or else with the nearest parent's. */
  zoneOfHost(host: string): ZoneRuntime | undefined {
    for (let name = host; ; ) {
      const zone = this.#byName.get(name);
      if (zone) return zone;
      const dot = name.indexOf('.');
      if (dot === -1) return undefined;
      name = name.slice(dot + 1);
    }
  }

  zoneOfId(zoneId: string): ZoneRuntime | undefined {
    return this.#byId.get(zoneId);
  }

  close(): void {
    for (const pool of this.#pools.values()) pool.close();
  }

  async #apply(update: SnapshotUpdate): Promise<void> {
    const compiled = await this.#compileAll(update.zones);
    const gone = new Set(update.removedZoneIds);
    if (update.complete) {
      const present = new Set(update.zones.map(({ zoneId }) => zoneId));
      // What never compiled has left its problem only.
      const known = [...this.#byId.keys(), ...this.#zoneProblems.keys()];
      for (const zoneId of known) if (!present.has(zoneId)) gone.add(zoneId);
    }
    for (const zoneId of gone) {
      this.#remove(zoneId);
      this.#zoneProblems.delete(zoneId);
    }
    for (const zone of compiled) {
      this.#remove(zone.id);
      this.#byId.set(zone.id, zone);
      this.#byName.set(zone.name, zone);
    }
    this.#applyPools(update);
    this.#revision = update.revision;
  }

  async #compileAll(snapshots: readonly ZoneSnapshot[]): Promise<ZoneRuntime[]> {
    const compiled: ZoneRuntime[] = [];
    let sliceEnd = performance.now() + SLICE_MS;
    for (const snapshot of snapshots) {
      const zone = this.#compile(snapshot);
      if (zone) compiled.push(zone);
      if (performance.now() < sliceEnd) continue;
      await setImmediate();
      sliceEnd = performance.now() + SLICE_MS;
    }
    return compiled;
  }

  #compile(snapshot: ZoneSnapshot): ZoneRuntime | undefined {
    try {
      const zone = new ZoneRuntime(snapshot);
      if (zone.problems.length === 0) this.#zoneProblems.delete(snapshot.zoneId);
      else this.#zoneProblems.set(snapshot.zoneId, zone.problems.join('; '));
      return zone;
    } catch (error) {
      this.#zoneProblems.set(snapshot.zoneId, describeError(error));
      return undefined;
    }
  }

  #applyPools({ complete, pools, removedPoolIds }: SnapshotUpdate): void {
    const gone = new Set(removedPoolIds);
    if (complete) {
      const present = new Set(pools.map(({ id }) => id));
      const known = [...this.#pools.keys(), ...this.#poolProblems.keys()];
      for (const id of known) if (!present.has(id)) gone.add(id);
    }
    for (const id of gone) {
      this.#pools.get(id)?.close();
      this.#pools.delete(id);
      this.#poolProblems.delete(id);
    }
    for (const pool of pools) this.#putPool(pool);
  }

  /** A pool that cannot be used keeps what it had, and nobody else suffers from it. */
  #putPool(snapshot: PoolSnapshot): void {
    const { id } = snapshot;
    try {
      const known = this.#pools.get(id);
      if (known) known.update(snapshot, this.#makeOrigin);
      else this.#pools.set(id, new PoolRuntime(snapshot, this.#makeOrigin));
      this.#poolProblems.delete(id);
    } catch (error) {
      this.#poolProblems.set(id, describeError(error));
    }
  }

  #remove(zoneId: string): void {
    const known = this.#byId.get(zoneId);
    if (!known) return;
    this.#byId.delete(zoneId);
    // Another zone may have taken the name in the meantime.
    if (this.#byName.get(known.name) === known) this.#byName.delete(known.name);
  }
}
