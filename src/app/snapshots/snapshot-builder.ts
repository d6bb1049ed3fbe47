import type { SharedSources, SnapshotSection } from '../../areas/area-module.ts';
import type { ChangeEvent } from '../../contracts/change.ts';
import {
  byKind,
  idOf,
  type SharedItem,
  type SharedKind,
  type SnapshotItems,
  type SnapshotKind,
  sharedKinds,
} from '../../contracts/snapshot/snapshot-kinds.ts';
import type { RemovedIds, SnapshotUpdate } from '../../contracts/snapshot/snapshot-update.ts';
import type {
  SectionName,
  ZoneSections,
  ZoneSnapshot,
} from '../../contracts/snapshot/zone-snapshot.ts';
import { bisectBuild } from './bisect-build.ts';
import { isSame } from './is-same.ts';
import { SharedItems } from './shared-items.ts';
import { type SnapshotFailure, SnapshotFailures } from './snapshot-failures.ts';

export interface SnapshotBuilderOptions {
  readonly sections: readonly SnapshotSection[];
  readonly shared?: SharedSources;
  /** What the edge ran last, if that is known: it serves until something newer can be built. */
  readonly lastGood?: SnapshotUpdate | undefined;
  readonly failures?: SnapshotFailures;
}

type Ids = ReadonlySet<string>;

/** Zones to build, by section, and shared items to build, by kind. */
interface Work {
  readonly zones: ReadonlyMap<SectionName, Ids>;
  readonly shared: Readonly<Record<SharedKind, Ids>>;
}

/**
 * Turns stored configuration into what the edge runs, zone by zone, and says what changed.
 *
 * A build makes several reads, and a change may be committed between them: then a zone may refer to a shared
 * ruleset that the build did not read, or no longer found. The edge keeps serving the state that such a zone had; one
 * that had none waits. The event of that change is delivered after the build, since changes are reported from before
 * the first build on, and it builds anew whatever the change touched. So a transaction around all reads is not needed.
 */
export class SnapshotBuilder {
  readonly #sections: readonly SnapshotSection[];
  readonly #zones = new Map<string, ZoneSnapshot>();
  /** Zones whose required sections were built once. Others are not served. */
  readonly #complete = new Set<string>();
  readonly #shared: Readonly<Record<SharedKind, SharedItems>>;
  /** The revision at which a shared item of an account last changed. */
  readonly #accountRevisions = new Map<string, number>();
  readonly #listeners: ((update: SnapshotUpdate) => void)[] = [];
  readonly failures: SnapshotFailures;
  #revision = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: SnapshotBuilderOptions) {
    const { sections, shared = {}, lastGood, failures = new SnapshotFailures() } = options;
    const names = sections.map((section) => section.name);
    if (new Set(names).size !== names.length) throw new Error('two areas build the same section');
    this.#sections = sections;
    this.failures = failures;
    this.#shared = byKind(sharedKinds, (kind) => {
      return new SharedItems({ kind, source: shared[kind], failures }, lastGood?.[kind]);
    });
    this.#revision = lastGood?.revision ?? 0;
    for (const zone of lastGood?.zones ?? []) {
      this.#zones.set(zone.zoneId, zone);
      this.#complete.add(zone.zoneId);
    }
  }

  onUpdate(listener: (update: SnapshotUpdate) => void): void {
    this.#listeners.push(listener);
  }

  /** The revision at which what is known of a zone last changed; 0 when nothing is. */
  revisionOf(zoneId: string): number {
    const zone = this.#zones.get(zoneId);
    if (!zone) return 0;
    const ofAccount = this.#accountRevisions.get(zone.sections.zone.accountId) ?? 0;
    return Math.max(zone.revision, ofAccount);
  }

  /** Whether a shared item acts in a zone. */
  actsIn(zoneId: string, kind: SharedKind, id: string): boolean {
    const zone = this.#zones.get(zoneId);
    return zone !== undefined && this.#shared[kind].actsIn(zone.sections, id);
  }

  /** What could not be built of a zone, and of the shared items that act in it. */
  failuresOf(zoneId: string): SnapshotFailure[] {
    const { ofZones, ofShared } = this.failures;
    const shared = sharedKinds.flatMap((section) =>
      [...ofShared.in(section)].map(([id, problem]) => ({ section, id, problem })),
    );
    return [
      ...ofZones.of(zoneId),
      ...shared.filter(({ section, id }) => this.actsIn(zoneId, section, id)),
    ];
  }

  current(): SnapshotUpdate {
    const zones = [...this.#zones.values()].filter(({ zoneId }) => this.#complete.has(zoneId));
    const shared = byKind(sharedKinds, (kind) => this.#shared[kind].all);
    return { ...this.#updateOf({ ...shared, zones }, {}), complete: true };
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
      const zones = this.#sections.map(
        ({ name }) => [name, new Set(this.failures.ofZones.in(name).keys())] as const,
      );
      const shared = byKind(sharedKinds, (kind) => new Set(this.failures.ofShared.in(kind).keys()));
      await this.#rebuild({ zones: new Map(zones), shared });
    });
  }

  async #buildAll(): Promise<void> {
    const [first] = this.#sections;
    if (!first) return;
    // Which zones there are has to be known; everything else can wait for a better moment.
    const alive = await first.build('all');
    const before = new Map(this.#zones);
    const removedZoneIds = [...before.keys()].filter((zoneId) => !alive.has(zoneId));
    for (const zoneId of removedZoneIds) this.#forgetZone(zoneId);
    this.#revision += 1;
    this.#putSection(first.name, alive, alive.keys());
    for (const section of this.#sections.slice(1)) {
      await this.#buildSection(section, [...alive.keys()], 'all');
    }
    this.#markComplete(alive.keys());
    const { changed, removed } = await this.#buildShared(() => 'all');
    const all = this.current();
    // The edge may serve thousands of zones from before already; it does not compile anew those that are the same.
    const zones = all.zones.filter((zone) => zone !== before.get(zone.zoneId));
    const update = this.#updateOf({ ...changed, zones }, { ...removed, zones: removedZoneIds });
    this.#tell(before.size === 0 ? all : update);
  }

  async #workFor(events: readonly ChangeEvent[]): Promise<Work> {
    const zones = new Map<SectionName, Set<string>>();
    for (const { name, resources } of this.#sections) {
      const touching = events.filter(({ resource }) => resources.includes(resource));
      zones.set(name, new Set(touching.flatMap(({ zoneId }) => zoneId ?? [])));
    }
    const shared = byKind(sharedKinds, (): Ids => new Set());
    for (const kind of sharedKinds) shared[kind] = await this.#shared[kind].touchedBy(events);
    return { zones, shared };
  }

  async #rebuild(work: Work): Promise<void> {
    const touched = new Set([...work.zones.values()].flatMap((ids) => [...ids]));
    const touchesShared = sharedKinds.some((kind) => work.shared[kind].size > 0);
    if (touched.size === 0 && !touchesShared) return;
    this.#revision += 1;
    for (const section of this.#sections) {
      const ids = [...(work.zones.get(section.name) ?? [])];
      if (ids.length > 0) await this.#buildSection(section, ids, ids);
    }
    this.#markComplete(touched);
    const { changed, removed } = await this.#buildShared((kind) => work.shared[kind]);
    const ids = [...touched];
    const served = ids.filter((zoneId) => this.#complete.has(zoneId));
    const zones = served.flatMap((zoneId) => this.#zones.get(zoneId) ?? []);
    const gone = ids.filter((zoneId) => !this.#zones.has(zoneId));
    this.#tell(this.#updateOf({ ...changed, zones }, { ...removed, zones: gone }));
  }

  #updateOf(
    items: Record<SnapshotKind, readonly (SharedItem | ZoneSnapshot)[]>,
    removed: RemovedIds,
  ): SnapshotUpdate {
    // Each `SharedItems` has items of its kind only, which its type does not say.
    const ofTheirKinds = items as SnapshotItems;
    return { revision: this.#revision, complete: false, ...ofTheirKinds, removed };
  }

  /** Reads items after those that refer to them, so that a rule written meanwhile finds the list that it uses. */
  async #buildShared(idsOf: (kind: SharedKind) => Ids | 'all') {
    const changed = byKind(sharedKinds, (): readonly SharedItem[] => []);
    const removed = byKind(sharedKinds, (): readonly string[] => []);
    for (const kind of sharedKinds.toReversed()) {
      const changes = await this.#shared[kind].build(idsOf(kind));
      changed[kind] = changes.changed;
      removed[kind] = changes.removed.map((item) => idOf(kind, item));
      for (const { accountId } of [...changes.changed, ...changes.removed]) {
        this.#accountRevisions.set(accountId, this.#revision);
      }
    }
    return { changed, removed };
  }

  /** Builds a section for zones; those for which it fails keep the one they had. */
  async #buildSection(
    section: SnapshotSection,
    zoneIds: readonly string[],
    asked: readonly string[] | 'all',
  ): Promise<void> {
    const { name } = section;
    const { built, failed } = await bisectBuild(section, zoneIds, asked);
    this.failures.ofZones.record(name, zoneIds, failed);
    this.#putSection(
      name,
      built,
      zoneIds.filter((zoneId) => !failed.has(zoneId)),
    );
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
      else if ((before || name === 'zone') && !isSame(section, before?.sections[name])) {
        const sections = { ...before?.sections, [name]: section } as ZoneSections;
        this.#zones.set(zoneId, { zoneId, revision: this.#revision, sections });
      }
    }
  }

  #markComplete(zoneIds: Iterable<string>): void {
    const required = this.#sections.filter(({ isRequired }) => isRequired);
    for (const zoneId of zoneIds) {
      const isMissing = required.some(({ name }) => this.failures.ofZones.in(name).has(zoneId));
      if (!isMissing) this.#complete.add(zoneId);
    }
  }

  #forgetZone(zoneId: string): void {
    this.#zones.delete(zoneId);
    this.#complete.delete(zoneId);
    this.failures.ofZones.forget(zoneId);
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
