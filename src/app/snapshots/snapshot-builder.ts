import type { SharedSource, SnapshotSection } from '../../areas/area-module.ts';
import type { ChangeEvent } from '../../contracts/change.ts';
import type { ListSnapshot } from '../../contracts/snapshot/list-snapshot.ts';
import type { PoolSnapshot } from '../../contracts/snapshot/load-balancing-section.ts';
import type { SharedRulesetSnapshot } from '../../contracts/snapshot/rulesets-section.ts';
import type { SnapshotUpdate } from '../../contracts/snapshot/snapshot-update.ts';
import type {
  SectionName,
  ZoneSections,
  ZoneSnapshot,
} from '../../contracts/snapshot/zone-snapshot.ts';
import { bisectBuild } from './bisect-build.ts';
import { isSame } from './is-same.ts';
import { runsRuleset } from './ruleset-use.ts';
import { type SharedChanges, SharedItems } from './shared-items.ts';
import { type SnapshotFailure, SnapshotFailures } from './snapshot-failures.ts';

export interface SnapshotBuilderOptions {
  readonly sections: readonly SnapshotSection[];
  readonly pools?: SharedSource<PoolSnapshot> | undefined;
  readonly rulesets?: SharedSource<SharedRulesetSnapshot> | undefined;
  readonly lists?: SharedSource<ListSnapshot> | undefined;
  /** What the edge ran last, if that is known: it serves until something newer can be built. */
  readonly lastGood?: SnapshotUpdate | undefined;
  readonly failures?: SnapshotFailures;
}

/** Zones to build by section, and what they share. */
interface Work {
  readonly zones: ReadonlyMap<SectionName, ReadonlySet<string>>;
  readonly pools: ReadonlySet<string>;
  readonly rulesets: ReadonlySet<string>;
  readonly lists: ReadonlySet<string>;
}

/** What a build has changed. */
interface Changes extends Pick<SnapshotUpdate, 'zones' | 'removedZoneIds'> {
  readonly pools: SharedChanges<PoolSnapshot>;
  readonly rulesets: SharedChanges<SharedRulesetSnapshot>;
  readonly lists: SharedChanges<ListSnapshot>;
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
  readonly #pools: SharedItems<PoolSnapshot>;
  readonly #rulesets: SharedItems<SharedRulesetSnapshot>;
  readonly #lists: SharedItems<ListSnapshot>;
  /** The revision at which a shared ruleset or a list of an account last changed. */
  readonly #accountRevisions = new Map<string, number>();
  readonly #listeners: ((update: SnapshotUpdate) => void)[] = [];
  readonly failures: SnapshotFailures;
  #revision = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(options: SnapshotBuilderOptions) {
    const { sections, lastGood, failures = new SnapshotFailures() } = options;
    const names = sections.map((section) => section.name);
    if (new Set(names).size !== names.length) throw new Error('two areas build the same section');
    this.#sections = sections;
    this.failures = failures;
    this.#pools = new SharedItems(
      { name: 'pools', source: options.pools, idOf: ({ id }) => id, failures },
      lastGood?.pools,
    );
    this.#rulesets = new SharedItems(
      { name: 'sharedRulesets', source: options.rulesets, idOf: ({ key }) => key, failures },
      lastGood?.rulesets,
    );
    this.#lists = new SharedItems(
      { name: 'lists', source: options.lists, idOf: ({ id }) => id, failures },
      lastGood?.lists,
    );
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

  /** Whether a zone runs the shared ruleset with a key. */
  runsRuleset(zoneId: string, key: string): boolean {
    const zone = this.#zones.get(zoneId);
    return zone !== undefined && runsRuleset(zone.sections, key, this.#rulesets.all);
  }

  /** What could not be built of a zone, and of the rulesets that it runs. */
  failuresOf(zoneId: string): SnapshotFailure[] {
    const shared = [...this.failures.of('sharedRulesets')].filter(([key]) =>
      this.runsRuleset(zoneId, key),
    );
    return [
      ...this.failures.ofZone(zoneId),
      ...shared.map(([id, problem]) => ({ section: 'rulesets' as const, id, problem })),
    ];
  }

  current(): SnapshotUpdate {
    return {
      revision: this.#revision,
      complete: true,
      zones: [...this.#zones.values()].filter(({ zoneId }) => this.#complete.has(zoneId)),
      removedZoneIds: [],
      pools: this.#pools.all,
      removedPoolIds: [],
      rulesets: this.#rulesets.all,
      removedRulesetKeys: [],
      lists: this.#lists.all,
      removedListIds: [],
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
      const zones = this.#sections.map(
        ({ name }) => [name, new Set(this.failures.of(name).keys())] as const,
      );
      await this.#rebuild({
        zones: new Map(zones),
        pools: this.#pools.failed(),
        rulesets: this.#rulesets.failed(),
        lists: this.#lists.failed(),
      });
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
    const pools = await this.#pools.build('all');
    const { rulesets, lists } = await this.#buildOfAccounts('all', 'all');
    const all = this.current();
    // The edge may serve thousands of zones from before already; it does not compile anew those that are the same.
    const zones = all.zones.filter((zone) => zone !== before.get(zone.zoneId));
    this.#tell(
      before.size === 0 ? all : this.#updateOf({ zones, removedZoneIds, pools, rulesets, lists }),
    );
  }

  async #workFor(events: readonly ChangeEvent[]): Promise<Work> {
    const zones = new Map<SectionName, Set<string>>();
    for (const { name, resources } of this.#sections) {
      const touching = events.filter(({ resource }) => resources.includes(resource));
      zones.set(name, new Set(touching.flatMap(({ zoneId }) => zoneId ?? [])));
    }
    return {
      zones,
      pools: await this.#pools.touchedBy(events),
      rulesets: await this.#rulesets.touchedBy(events),
      lists: await this.#lists.touchedBy(events),
    };
  }

  async #rebuild(work: Work): Promise<void> {
    const touched = new Set([...work.zones.values()].flatMap((ids) => [...ids]));
    const shared = [work.pools, work.rulesets, work.lists];
    if (touched.size === 0 && shared.every(({ size }) => size === 0)) return;
    this.#revision += 1;
    for (const section of this.#sections) {
      const ids = [...(work.zones.get(section.name) ?? [])];
      if (ids.length > 0) await this.#buildSection(section, ids, ids);
    }
    this.#markComplete(touched);
    const pools = await this.#pools.build(work.pools);
    const { rulesets, lists } = await this.#buildOfAccounts(work.rulesets, work.lists);
    const isGone = (zoneId: string) => !this.#zones.has(zoneId);
    const ids = [...touched];
    const served = ids.filter((zoneId) => this.#complete.has(zoneId));
    const zones = served.flatMap((zoneId) => this.#zones.get(zoneId) ?? []);
    const removedZoneIds = ids.filter(isGone);
    this.#tell(this.#updateOf({ zones, removedZoneIds, pools, rulesets, lists }));
  }

  #updateOf({ zones, removedZoneIds, pools, rulesets, lists }: Changes): SnapshotUpdate {
    return {
      revision: this.#revision,
      complete: false,
      zones,
      removedZoneIds,
      pools: pools.changed,
      removedPoolIds: pools.removed.map(({ id }) => id),
      rulesets: rulesets.changed,
      removedRulesetKeys: rulesets.removed.map(({ key }) => key),
      lists: lists.changed,
      removedListIds: lists.removed.map(({ id }) => id),
    };
  }

  /** What belongs to accounts and acts in all of their zones. */
  async #buildOfAccounts(
    rulesetKeys: ReadonlySet<string> | 'all',
    listIds: ReadonlySet<string> | 'all',
  ) {
    const rulesets = await this.#rulesets.build(rulesetKeys);
    // After all rules, so that the lists of those that were written meanwhile are there.
    const lists = await this.#lists.build(listIds);
    const changes = [lists.changed, lists.removed, rulesets.changed, rulesets.removed];
    for (const { accountId } of changes.flat()) {
      this.#accountRevisions.set(accountId, this.#revision);
    }
    return { rulesets, lists };
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
      const isMissing = required.some(({ name }) => this.failures.of(name).has(zoneId));
      if (!isMissing) this.#complete.add(zoneId);
    }
  }

  #forgetZone(zoneId: string): void {
    this.#zones.delete(zoneId);
    this.#complete.delete(zoneId);
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
