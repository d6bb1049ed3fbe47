import type { ConfigurationProblem } from '../contracts/edge-channel.ts';
import { type SnapshotKind, sharedKinds } from '../contracts/snapshot/snapshot-kinds.ts';
import type { SnapshotMessage } from '../contracts/snapshot/snapshot-message.ts';
import { type Steps, TimeSlices } from '../kernel/time-slices.ts';
import type { OriginMaker, PoolRuntime } from './balancing/pool-runtime.ts';
import type { ListTable } from './lists/list-table.ts';
import { RuleParts } from './rules/rule-parts.ts';
import { type SharedTables, sharedTables } from './shared-tables.ts';
import { UpdateStage } from './update-stage.ts';
import { ZoneIndex } from './zone-index.ts';
import type { ZoneRuntime } from './zone-runtime.ts';

/** Compilation yields to traffic after this many milliseconds. */
const SLICE_MS = 1;
/**
 * Milliseconds of sleep after each slice while visitors are served. During the sleep, the threads of the garbage
 * collector catch up. After it, the operating system schedules this thread before threads that are busy.
 */
const REST_MS = 1;
/** The maximum number of changed zones that are applied in one go. */
const FEW_ZONES = 200;

/**
 * The current zones and pools of this edge. An update is compiled in slices between requests and then takes effect as a
 * whole. A zone that does not compile keeps its last good version.
 */
export class ZoneTable {
  readonly #parts = new RuleParts();
  readonly #slices = {
    first: new TimeSlices({ workMs: SLICE_MS }),
    whileServing: new TimeSlices({ workMs: SLICE_MS, restMs: REST_MS }),
  };
  readonly #shared: SharedTables;
  #zones = new ZoneIndex();
  #revision = 0;
  /** The update whose last part has not arrived yet. */
  #stage: UpdateStage | undefined;
  /** The revision of the last update that failed: its remaining parts must not be applied as a complete update. */
  #failedRevision: number | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(makeOrigin: OriginMaker) {
    this.#shared = sharedTables(this.#parts, makeOrigin);
  }

  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#zones.byId.size;
  }

  get pools(): ReadonlyMap<string, PoolRuntime> {
    return this.#shared.pools.byId;
  }

  get lists(): ListTable {
    return this.#shared.lists;
  }

  /** Items whose latest version could not be applied: the last good version stays in use, or invalid parts are left out. */
  get problems(): readonly ConfigurationProblem[] {
    const listed = (kind: SnapshotKind, problems: Iterable<readonly [string, string]>) =>
      [...problems].map(([id, problem]) => ({ kind, id, problem }));
    return [
      ...listed('zones', this.#zones.problems),
      ...sharedKinds.flatMap((kind) => listed(kind, this.#shared[kind].problems)),
    ];
  }

  /** Updates take effect in the order of the calls. */
  apply(part: SnapshotMessage): Promise<void> {
    const turn = this.#turn.then(() => this.#apply(part));
    this.#turn = turn.catch(() => {});
    return turn;
  }

  /** The zone named like the host, or else like its nearest parent domain. */
  zoneOfHost(host: string): ZoneRuntime | undefined {
    const { byName } = this.#zones;
    for (let name = host; ; ) {
      const zone = byName.get(name);
      if (zone) return zone;
      const dot = name.indexOf('.');
      if (dot === -1) return undefined;
      name = name.slice(dot + 1);
    }
  }

  /** Whether any zone allows only TLS 1.2. */
  get hasZonesWithoutTls13(): boolean {
    return this.#zones.withoutTls13.size > 0;
  }

  zoneOfId(zoneId: string): ZoneRuntime | undefined {
    return this.#zones.byId.get(zoneId);
  }

  close(): void {
    this.#shared.pools.close();
  }

  #inSlices<Result>(steps: Steps<Result>): Promise<Result> {
    return this.#slices[this.size === 0 ? 'first' : 'whileServing'].run(steps);
  }

  async #apply(part: SnapshotMessage): Promise<void> {
    if (part.revision === this.#failedRevision) return;
    const { byId: zones, waiting } = this.#zones;
    const serving = { zones, waiting, shared: this.#shared };
    const stage = this.#stage ?? new UpdateStage(serving, this.#parts);
    this.#stage = part.hasMore ? stage : undefined;
    let next: ZoneIndex;
    try {
      await this.#inSlices(stage.add(part));
      if (part.hasMore) return;
      await this.#inSlices(stage.finish(part));
      next = await this.#changedZones(stage, part.complete);
    } catch (error) {
      this.#stage = undefined;
      this.#failedRevision = part.revision;
      throw error;
    }
    this.#zones = next;
    stage.commitShared();
    this.#revision = part.revision;
  }

  /** Builds a new index in slices if many zones change, because applying them in one go would pause traffic. */
  async #changedZones(stage: UpdateStage, complete: boolean): Promise<ZoneIndex> {
    if (complete) return await this.#inSlices(this.#zones.replaced(stage));
    const { outcomes, relinked, removedZoneIds } = stage;
    if (outcomes.size + relinked.length + removedZoneIds.size > FEW_ZONES) {
      return await this.#inSlices(this.#zones.changed(stage));
    }
    // Runs to the end without pauses: there are few zones.
    for (const _ of this.#zones.change(stage));
    return this.#zones;
  }
}
