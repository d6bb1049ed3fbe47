import type { PoolSource, SnapshotSection } from '../../areas/area-module.ts';
import type { ChangeEvent } from '../../contracts/change.ts';
import type { PoolSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import type { SnapshotUpdate } from '../../contracts/snapshot/snapshot-update.ts';
import type {
  SectionName,
  ZoneSections,
  ZoneSnapshot,
} from '../../contracts/snapshot/zone-snapshot.ts';
import { bisectBuild } from './bisect-build.ts';
import { SnapshotFailures } from './snapshot-failures.ts';

export interface SnapshotBuilderOptions {
  readonly sections: readonly SnapshotSection[];
  readonly pools?: PoolSource | undefined;
  /** What the edge ran last, if that is known: it serves until something newer can be built. */
  readonly lastGood?: SnapshotUpdate | undefined;
  readonly failures?: SnapshotFailures;
}

/** Zones to build by section, and pools. */
interface Work {
  readonly zones: Map<SectionName, Set<string>>;
  readonly pools: Set<string>;
}

/** Turns stored configuration into what the edge runs, zone by zone, and says what changed. */
export class SnapshotBuilder {
  readonly #sections: readonly SnapshotSection[];
  readonly #poolSource: PoolSource | undefined;
  readonly #zones = new Map<string, ZoneSnapshot>();
  readonly #pools = new Map<string, PoolSnapshot>();
  readonly #listeners: ((update: SnapshotUpdate) => void)[] = [];
  readonly failures: SnapshotFailures;
  #revision = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: SnapshotBuilderOptions) {
    const { sections, pools, lastGood } = options;
    const names = sections.map((section) => section.name);
    if (new Set(names).size !== names.length) throw new Error('two areas build the same section');
    this.#sections = sections;
    this.#poolSource = pools;
    this.failures = options.failures ?? new SnapshotFailures();
    if (!lastGood) return;
    this.#revision = lastGood.revision;
    for (const zone of lastGood.zones) this.#zones.set(zone.zoneId, zone);
    for (const pool of lastGood.pools) this.#pools.set(pool.id, pool);
  }

  onUpdate(listener: (update: SnapshotUpdate) => void): void {
    this.#listeners.push(listener);
  }

  zone(zoneId: string): ZoneSnapshot | undefined {
    return this.#zones.get(zoneId);
  }

  current(): SnapshotUpdate {
    return {
      revision: this.#revision,
      complete: true,
      zones: [...this.#zones.values()],
      removedZoneIds: [],
      pools: [...this.#pools.values()],
      removedPoolIds: [],
    };
  }

  /** Reads everything. Changes that are reported meanwhile wait for it. */
  buildAll(): Promise<void> {
    return this.#inTurn(() => this.#buildAll());
  }

  /** Rebuilds what changes touch, and nothing else. */
  onChanges(events: readonly ChangeEvent[]): Promise<void> {
    return this.#inTurn(async () => this.#rebuild(await this.#workFor(events)));
  }

  /** Tries again what could not be built. */
  retryFailed(): Promise<void> {
    return this.#inTurn(async () => {
      const zones = new Map<SectionName, Set<string>>();
      for (const { name } of this.#sections) zones.set(name, this.failures.zonesOf(name));
      await this.#rebuild({ zones, pools: this.failures.pools() });
    });
  }

  async #buildAll(): Promise<void> {
    const [first] = this.#sections;
    if (!first) return;
    // Which zones there are has to be known; everything else can wait for a better moment.
    const alive = await first.build('all');
    for (const zoneId of this.#zones.keys()) if (!alive.has(zoneId)) this.#forgetZone(zoneId);
    this.#revision += 1;
    this.#putSection(first.name, alive, alive.keys());
    for (const section of this.#sections.slice(1)) {
      await this.#buildSection(section, [...alive.keys()], 'all');
    }
    await this.#buildPools('all');
    this.#tell(this.current());
  }

  async #workFor(events: readonly ChangeEvent[]): Promise<Work> {
    const zones = new Map<SectionName, Set<string>>();
    for (const { name, resources } of this.#sections) {
      const touching = events.filter((event) => resources.includes(event.resource));
      zones.set(name, this.#zonesTouchedBy(touching));
    }
    const pools = new Set<string>();
    for (const event of events) {
      const touched = await this.#poolSource?.touchedBy(event, this.#pools.values());
      for (const id of touched ?? []) pools.add(id);
    }
    return { zones, pools };
  }

  /** The zones that changes name; a change to an account's own resources touches all of its zones. */
  #zonesTouchedBy(events: readonly ChangeEvent[]): Set<string> {
    const zoneIds = new Set<string>();
    for (const { zoneId, accountId } of events) {
      if (zoneId !== null) zoneIds.add(zoneId);
      else if (accountId !== null) {
        for (const [id, { sections }] of this.#zones) {
          if (sections.zone.accountId === accountId) zoneIds.add(id);
        }
      }
    }
    return zoneIds;
  }

  async #rebuild({ zones, pools }: Work): Promise<void> {
    const touched = new Set([...zones.values()].flatMap((ids) => [...ids]));
    if (touched.size === 0 && pools.size === 0) return;
    this.#revision += 1;
    for (const section of this.#sections) {
      const ids = [...(zones.get(section.name) ?? [])];
      if (ids.length > 0) await this.#buildSection(section, ids, ids);
    }
    if (pools.size > 0) await this.#buildPools([...pools]);
    const isGone = (zoneId: string) => !this.#zones.has(zoneId);
    const ids = [...touched];
    this.#tell({
      revision: this.#revision,
      complete: false,
      zones: ids.flatMap((zoneId) => this.#zones.get(zoneId) ?? []),
      removedZoneIds: ids.filter(isGone),
      pools: [...pools].flatMap((id) => this.#pools.get(id) ?? []),
      removedPoolIds: [...pools].filter((id) => !this.#pools.has(id)),
    });
  }

  /** Builds a section for zones; those for which it fails keep the one they had. */
  async #buildSection(
    section: SnapshotSection,
    zoneIds: readonly string[],
    asked: readonly string[] | 'all',
  ): Promise<void> {
    const { name } = section;
    const { built, failed } = await bisectBuild(section, zoneIds, asked);
    this.failures.record(name, zoneIds, failed);
    this.#putSection(
      name,
      built,
      zoneIds.filter((zoneId) => !failed.has(zoneId)),
    );
  }

  async #buildPools(poolIds: readonly string[] | 'all'): Promise<void> {
    const source = this.#poolSource;
    if (!source) return;
    try {
      const built = await source.build(poolIds);
      const asked = poolIds === 'all' ? [...this.#pools.keys()] : poolIds;
      for (const id of asked) if (!built.has(id)) this.#pools.delete(id);
      for (const [id, pool] of built) this.#pools.set(id, pool);
      this.failures.record('pools', [...asked, ...built.keys()], new Map());
    } catch (error) {
      if (poolIds === 'all') throw error;
      this.failures.record('pools', poolIds, new Map(poolIds.map((id) => [id, error])));
    }
  }

  #putSection(
    name: SectionName,
    built: ReadonlyMap<string, unknown>,
    zoneIds: Iterable<string>,
  ): void {
    for (const zoneId of zoneIds) {
      const section = built.get(zoneId);
      const before = this.#zones.get(zoneId);
      if (name === 'zone' && section === undefined) this.#forgetZone(zoneId);
      else if (before || name === 'zone') {
        const sections = { ...before?.sections, [name]: section } as ZoneSections;
        this.#zones.set(zoneId, { zoneId, revision: this.#revision, sections });
      }
    }
  }

  #forgetZone(zoneId: string): void {
    this.#zones.delete(zoneId);
    this.failures.forgetZone(zoneId);
  }

  #tell(update: SnapshotUpdate): void {
    for (const listener of this.#listeners) listener(update);
  }

  /** One read at a time, so that an older one never overwrites a newer one. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}
