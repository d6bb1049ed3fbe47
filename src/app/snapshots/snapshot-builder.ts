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
import { ChangeNumbers } from './change-numbers.ts';
import { isSame } from './is-same.ts';
import { SharedItems } from './shared-items.ts';
import { type SnapshotFailure, SnapshotFailures } from './snapshot-failures.ts';

export interface SnapshotBuilderOptions {
  readonly sections: readonly SnapshotSection[];
  readonly shared?: SharedSources;
  /** The last good state, if there is one. It serves until a newer one can be built. */
  readonly lastGood?: SnapshotUpdate | undefined;
  readonly failures?: SnapshotFailures;
}

type Ids = ReadonlySet<string>;

/** A build and the number of the last change that it contains. */
interface Build {
  readonly revision: number;
  readonly change: number;
}

/** Zones to build, by section, and shared items to build, by kind. */
interface Work {
  readonly zones: ReadonlyMap<SectionName, Ids>;
  readonly shared: Readonly<Record<SharedKind, Ids>>;
}

/**
 * Builds snapshots from stored configuration, zone by zone, and publishes the changes.
 *
 * A build makes several reads, and a change may be committed between them. Then a zone may refer to a shared ruleset
 * that the build did not read or did not find. The edge keeps the last good state of such a zone, or waits if there is
 * none. The change feed starts before the first build, so the event of that change is delivered after the build and
 * rebuilds the parts that the change touched. So the reads need no common transaction.
 */
export class SnapshotBuilder {
  readonly #sections: readonly SnapshotSection[];
  readonly #zones = new Map<string, ZoneSnapshot>();
  /** Zones whose required sections were built once. Others are not served. */
  readonly #complete = new Set<string>();
  readonly #shared: Readonly<Record<SharedKind, SharedItems>>;
  /** The build in which a shared item of an account last changed. */
  readonly #accountBuilds = new Map<string, Build>();
  /** The number of the last change to each zone that changed since the first build. */
  readonly #zoneChanges = new Map<string, number>();
  readonly #numbers = new ChangeNumbers();
  readonly #listeners: ((update: SnapshotUpdate) => void)[] = [];
  readonly failures: SnapshotFailures;
  #revision = 0;
  /** The number of the last change in the build that runs or ran last. */
  #change = 0;
  #firstChange = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: SnapshotBuilderOptions) {
    const { sections, shared = {}, lastGood, failures = new SnapshotFailures() } = options;
    const names = sections.map((section) => section.name);
    if (new Set(names).size !== names.length) throw new Error('two areas build the same section');
    this.#sections = inReadingOrder(sections);
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

  /** The revision of the last change to a zone or to shared items of its account; 0 if the zone is unknown. */
  revisionOf(zoneId: string): number {
    const zone = this.#zones.get(zoneId);
    if (!zone) return 0;
    const ofAccount = this.#accountBuilds.get(zone.sections.zone.accountId);
    return Math.max(zone.revision, ofAccount?.revision ?? 0);
  }

  /**
   * The number of the last change to a zone or to shared items of its account, or of a later change that was built with
   * it; 0 if the zone is unknown.
   */
  changeOf(zoneId: string): number {
    const zone = this.#zones.get(zoneId);
    if (!zone) return 0;
    const ofAccount = this.#accountBuilds.get(zone.sections.zone.accountId);
    return Math.max(this.#zoneChanges.get(zoneId) ?? this.#firstChange, ofAccount?.change ?? 0);
  }

  /** All changes up to this number are in effect where a revision of this builder is; -1 for one from before the first build. */
  changesUpTo(revision: number): number {
    return this.#numbers.upTo(revision);
  }

  /** Whether a zone uses a shared item. */
  actsIn(zoneId: string, kind: SharedKind, id: string): boolean {
    const zone = this.#zones.get(zoneId);
    return zone !== undefined && this.#shared[kind].actsIn(zone.sections, id);
  }

  /** Failed builds of a zone and of the shared items that it uses. */
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

  /**
   * Builds everything. Changes that are reported during the build are handled after it. `change` is the number of the
   * last change before the call.
   */
  buildAll(change = 0): Promise<void> {
    return this.#inTurn(() => this.#buildAll(change));
  }

  /** Rebuilds only the sections and items that the changes touch. */
  onChanges(events: readonly ChangeEvent[]): Promise<void> {
    return this.#inTurn(async () => {
      const { last } = this.#numbers;
      await this.#rebuild(await this.#workFor(events), last, events.at(-1)?.seq ?? last);
    });
  }

  /** Retries failed builds. */
  retryFailed(): Promise<void> {
    return this.#inTurn(async () => {
      const zones = this.#sections.map(
        ({ name }) => [name, new Set(this.failures.ofZones.in(name).keys())] as const,
      );
      const shared = byKind(sharedKinds, (kind) => new Set(this.failures.ofShared.in(kind).keys()));
      // What failed is part of the last change, so without it that change is not in effect.
      const { last } = this.#numbers;
      await this.#rebuild({ zones: new Map(zones), shared }, last - 1, last);
    });
  }

  async #buildAll(change: number): Promise<void> {
    const [first] = this.#sections;
    if (!first) return;
    // Without the list of zones the build fails. Failures of other sections are retried later.
    const alive = await first.build('all');
    const before = new Map(this.#zones);
    const removedZoneIds = [...before.keys()].filter((zoneId) => !alive.has(zoneId));
    for (const zoneId of removedZoneIds) this.#forgetZone(zoneId);
    this.#revision += 1;
    this.#change = change;
    this.#firstChange = change;
    this.#putSection(first.name, alive, alive.keys());
    for (const section of this.#sections.slice(1)) {
      await this.#buildSection(section, [...alive.keys()], 'all');
    }
    this.#markComplete(alive.keys());
    const { changed, removed } = await this.#buildShared(() => 'all');
    const all = this.current();
    // The edge may already serve thousands of zones from the last good state. Unchanged ones are left out, so that it
    // does not compile them again.
    const zones = all.zones.filter((zone) => zone !== before.get(zone.zoneId));
    const update = this.#updateOf({ ...changed, zones }, { ...removed, zones: removedZoneIds });
    this.#publish(before.size === 0 ? all : update, -1);
    this.#numbers.built(change);
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

  /** Builds the changes above the number `before`, up to the number `change`. */
  async #rebuild(work: Work, before: number, change: number): Promise<void> {
    const touched = new Set([...work.zones.values()].flatMap((ids) => [...ids]));
    const touchesShared = sharedKinds.some((kind) => work.shared[kind].size > 0);
    this.#change = change;
    if (touched.size > 0 || touchesShared) await this.#buildTouched(work, touched, before);
    this.#numbers.built(change);
  }

  async #buildTouched(work: Work, touched: Ids, before: number): Promise<void> {
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
    this.#publish(this.#updateOf({ ...changed, zones }, { ...removed, zones: gone }), before);
  }

  #updateOf(
    items: Record<SnapshotKind, readonly (SharedItem | ZoneSnapshot)[]>,
    removed: RemovedIds,
  ): SnapshotUpdate {
    // Each `SharedItems` has items of its kind only, which its type does not express.
    const ofTheirKinds = items as SnapshotItems;
    return { revision: this.#revision, complete: false, ...ofTheirKinds, removed };
  }

  /**
   * Kinds are read in reverse order, so that referring items (rules) come before the items that they refer to (lists). If both are added
   * during the build, the rule is never read without its list.
   */
  async #buildShared(idsOf: (kind: SharedKind) => Ids | 'all') {
    const changed = byKind(sharedKinds, (): readonly SharedItem[] => []);
    const removed = byKind(sharedKinds, (): readonly string[] => []);
    for (const kind of sharedKinds.toReversed()) {
      const changes = await this.#shared[kind].build(idsOf(kind));
      changed[kind] = changes.changed;
      removed[kind] = changes.removed.map((item) => idOf(kind, item));
      for (const { accountId } of [...changes.changed, ...changes.removed]) {
        this.#accountBuilds.set(accountId, { revision: this.#revision, change: this.#change });
      }
    }
    return { changed, removed };
  }

  /** Builds a section for zones. Zones whose build fails keep their previous section. */
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
        this.#zoneChanges.set(zoneId, this.#change);
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
    this.#zoneChanges.delete(zoneId);
    this.#complete.delete(zoneId);
    this.failures.ofZones.forget(zoneId);
  }

  /** `before` is the number of the last change that was in effect before the update. */
  #publish(update: SnapshotUpdate, before: number): void {
    this.#numbers.published(update.revision, before);
    for (const listener of this.#listeners) listener(update);
  }

  /** Runs builds one at a time, so that an older read never overwrites a newer one. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

/**
 * Sections that must be read before the others, because a change may be committed between two reads: the list of zones,
 * and the previous firewall. If a migration ends it after it was read, both firewalls act until the next build, and not
 * neither.
 */
const readFirst: readonly SectionName[] = ['zone', 'previousFirewall'];

function inReadingOrder(sections: readonly SnapshotSection[]): readonly SnapshotSection[] {
  const isFirst = ({ name }: SnapshotSection) => readFirst.includes(name);
  const first = readFirst.flatMap((wanted) => sections.filter(({ name }) => name === wanted));
  return [...first, ...sections.filter((section) => !isFirst(section))];
}
