import type { SnapshotSection } from '../areas/area-module.ts';
import type { ChangeEvent } from '../contracts/change.ts';
import type { SnapshotUpdate } from '../contracts/snapshot/snapshot-update.ts';
import type { ZoneSections, ZoneSnapshot } from '../contracts/snapshot/zone-snapshot.ts';

type Sections = ReadonlyMap<keyof ZoneSections, ReadonlyMap<string, unknown>>;

/** Turns stored configuration into what the edge runs, zone by zone, and says what changed. */
export class SnapshotBuilder {
  readonly #sections: readonly SnapshotSection[];
  readonly #zones = new Map<string, ZoneSnapshot>();
  readonly #listeners: ((update: SnapshotUpdate) => void)[] = [];
  #revision = 0;
  #turn: Promise<void> = Promise.resolve();

  constructor(sections: readonly SnapshotSection[]) {
    const names = sections.map((section) => section.name);
    if (new Set(names).size !== names.length) throw new Error('two areas build the same section');
    this.#sections = sections;
  }

  onUpdate(listener: (update: SnapshotUpdate) => void): void {
    this.#listeners.push(listener);
  }

  /** Reads everything. Changes that are reported meanwhile wait for it. */
  buildAll(): Promise<void> {
    return this.#inTurn(() => this.#buildAll());
  }

  /** Rebuilds the zones that changes name, and nothing else. */
  onChanges(events: readonly ChangeEvent[]): Promise<void> {
    return this.#inTurn(() => this.#rebuild(events));
  }

  async #buildAll(): Promise<void> {
    const built = await this.#build('all');
    for (const zoneId of built.get('zone')?.keys() ?? []) this.#put(zoneId, built);
    this.#revision += 1;
  }

  current(): SnapshotUpdate {
    return {
      revision: this.#revision,
      complete: true,
      zones: [...this.#zones.values()],
      removedZoneIds: [],
    };
  }

  async #rebuild(events: readonly ChangeEvent[]): Promise<void> {
    const zoneIds = this.#affected(events);
    if (zoneIds.length === 0) return;
    const built = await this.#build(zoneIds);
    const alive = zoneIds.filter((zoneId) => built.get('zone')?.has(zoneId));
    const removedZoneIds = zoneIds.filter((zoneId) => !alive.includes(zoneId));
    for (const zoneId of removedZoneIds) this.#zones.delete(zoneId);
    const zones = alive.map((zoneId) => this.#put(zoneId, built));
    this.#revision += 1;
    const update = { revision: this.#revision, complete: false, zones, removedZoneIds };
    for (const listener of this.#listeners) listener(update);
  }

  /** The zones that changes name; a change to an account's own resources touches all of its zones. */
  #affected(events: readonly ChangeEvent[]): string[] {
    const zoneIds = new Set<string>();
    for (const { zoneId, accountId } of events) {
      if (zoneId !== null) zoneIds.add(zoneId);
      else if (accountId !== null) {
        for (const [id, { sections }] of this.#zones) {
          if (sections.zone.accountId === accountId) zoneIds.add(id);
        }
      }
    }
    return [...zoneIds];
  }

  /** One read at a time, so that an older one never overwrites a newer one. */
  #inTurn(work: () => Promise<void>): Promise<void> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }

  async #build(zoneIds: readonly string[] | 'all'): Promise<Sections> {
    const built = new Map<keyof ZoneSections, ReadonlyMap<string, unknown>>();
    for (const section of this.#sections) built.set(section.name, await section.build(zoneIds));
    return built;
  }

  #put(zoneId: string, built: Sections): ZoneSnapshot {
    const sections = Object.fromEntries(
      [...built].map(([name, zones]) => [name, zones.get(zoneId)] as const),
    );
    const zone = { zoneId, sections: sections as unknown as ZoneSections };
    this.#zones.set(zoneId, zone);
    return zone;
  }
}
