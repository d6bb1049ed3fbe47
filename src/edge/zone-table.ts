import type { ConfigurationProblem } from '../contracts/edge-channel.ts';
import type { PoolSnapshot } from '../contracts/snapshot/load-balancing-section.ts';
import type { SnapshotPart } from '../contracts/snapshot/snapshot-message.ts';
import type { ZoneSnapshot } from '../contracts/snapshot/zone-snapshot.ts';
import { describeError } from '../kernel/palisade-error.ts';
import { TimeSlices } from '../kernel/time-slices.ts';
import { type OriginMaker, PoolRuntime } from './balancing/pool-runtime.ts';
import { RuleParts } from './rules/rule-parts.ts';
import { SharedRulesets } from './rules/shared-rulesets.ts';
import { UpdateStage, type ZoneOutcome } from './update-stage.ts';
import type { ZoneRuntime } from './zone-runtime.ts';

/** Compiling lets traffic through after this many milliseconds. */
const SLICE_MS = 2;

/**
 * The zones and pools this edge serves at the moment. An update is compiled piece by piece between
 * requests and then takes effect as a whole; a zone that does not compile keeps what it had.
 */
export class ZoneTable {
  readonly #makeOrigin: OriginMaker;
  readonly #parts = new RuleParts();
  readonly #slices = new TimeSlices(SLICE_MS);
  readonly #byId = new Map<string, ZoneRuntime>();
  readonly #byName = new Map<string, ZoneRuntime>();
  readonly #pools = new Map<string, PoolRuntime>();
  /** Zones whose last state lacks a ruleset of their account. */
  readonly #waiting = new Map<string, ZoneSnapshot>();
  readonly #zoneProblems = new Map<string, string>();
  readonly #poolProblems = new Map<string, string>();
  #shared = SharedRulesets.none;
  #revision = 0;
  /** An update of which more is to come. */
  #stage: UpdateStage | undefined;
  /** The update that failed last: the rest of it must not be taken for a whole one. */
  #failedRevision: number | undefined;
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
    const listed = (
      kind: ConfigurationProblem['kind'],
      problems: Iterable<readonly [string, string]>,
    ) => [...problems].map(([id, problem]) => ({ kind, id, problem }));
    return [
      ...listed('zone', this.#zoneProblems),
      ...listed('pool', this.#poolProblems),
      ...listed('ruleset', this.#shared.problems),
    ];
  }

  /** Updates take effect in the order in which they came. */
  apply(part: SnapshotPart): Promise<void> {
    const turn = this.#turn.then(() => this.#apply(part));
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

  async #apply(part: SnapshotPart): Promise<void> {
    if (part.revision === this.#failedRevision) return;
    const serving = { zones: this.#byId, waiting: this.#waiting, shared: this.#shared };
    const stage = this.#stage ?? new UpdateStage(serving, this.#parts);
    this.#stage = part.hasMore ? stage : undefined;
    try {
      await this.#slices.run(stage.add(part));
      if (part.hasMore) return;
      await this.#slices.run(stage.finish(part));
    } catch (error) {
      this.#stage = undefined;
      this.#failedRevision = part.revision;
      throw error;
    }
    this.#putZones(stage, part.complete);
    this.#putPools(stage, part.complete);
    this.#shared = stage.shared;
    this.#revision = part.revision;
  }

  #putZones({ outcomes, relinked, removedZoneIds }: UpdateStage, complete: boolean): void {
    const gone = new Set(removedZoneIds);
    if (complete) {
      // What never compiled has left its problem only.
      const known = [...this.#byId.keys(), ...this.#zoneProblems.keys()];
      for (const zoneId of known) if (!outcomes.has(zoneId)) gone.add(zoneId);
    }
    for (const zoneId of gone) {
      this.#remove(zoneId);
      this.#note(zoneId, {});
    }
    for (const [zoneId, outcome] of outcomes) {
      this.#note(zoneId, outcome);
      if (outcome.zone) this.#put(outcome.zone);
    }
    for (const zone of relinked) this.#replace(zone);
  }

  #note(zoneId: string, { problem, waiting }: ZoneOutcome): void {
    if (problem === undefined) this.#zoneProblems.delete(zoneId);
    else this.#zoneProblems.set(zoneId, problem);
    if (waiting === undefined) this.#waiting.delete(zoneId);
    else this.#waiting.set(zoneId, waiting);
  }

  #put(zone: ZoneRuntime): void {
    const known = this.#byId.get(zone.id);
    if (known && known.name !== zone.name) this.#removeName(known);
    this.#byId.set(zone.id, zone);
    this.#byName.set(zone.name, zone);
  }

  /** Puts a zone in the place of its earlier state, without the name if another zone has taken that. */
  #replace(zone: ZoneRuntime): void {
    const known = this.#byId.get(zone.id);
    this.#byId.set(zone.id, zone);
    if (this.#byName.get(zone.name) === known) this.#byName.set(zone.name, zone);
  }

  #remove(zoneId: string): void {
    const known = this.#byId.get(zoneId);
    if (!known) return;
    this.#byId.delete(zoneId);
    this.#removeName(known);
  }

  #removeName(zone: ZoneRuntime): void {
    // Another zone may have taken the name in the meantime.
    if (this.#byName.get(zone.name) === zone) this.#byName.delete(zone.name);
  }

  #putPools({ pools, removedPoolIds }: UpdateStage, complete: boolean): void {
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
}
