import type { SharedSource } from '../../areas/area-module.ts';
import type { ChangeEvent } from '../../contracts/change.ts';
import { idOf, type SharedItem, type SharedKind } from '../../contracts/snapshot/snapshot-kinds.ts';
import type { ZoneSections } from '../../contracts/snapshot/zone-snapshot.ts';
import { isSame } from './is-same.ts';
import type { SnapshotFailures } from './snapshot-failures.ts';

export interface SharedItemsOptions {
  readonly kind: SharedKind;
  /** Undefined when no area has such resources. */
  readonly source: SharedSource<SharedItem> | undefined;
  readonly failures: SnapshotFailures;
}

export interface ItemChanges {
  readonly changed: readonly SharedItem[];
  readonly removed: readonly SharedItem[];
}

const NOTHING: ItemChanges = { changed: [], removed: [] };

/** Items of one kind that many zones share, as they were built last. */
export class SharedItems {
  readonly #options: SharedItemsOptions;
  readonly #items = new Map<string, SharedItem>();

  constructor(options: SharedItemsOptions, lastGood: readonly SharedItem[] = []) {
    this.#options = options;
    for (const item of lastGood) this.#items.set(idOf(options.kind, item), item);
  }

  get all(): SharedItem[] {
    return [...this.#items.values()];
  }

  async touchedBy(events: readonly ChangeEvent[]): Promise<Set<string>> {
    const touched = new Set<string>();
    for (const event of events) {
      const ids = await this.#options.source?.touchedBy(event, this.#items.values());
      for (const id of ids ?? []) touched.add(id);
    }
    return touched;
  }

  actsIn(zone: ZoneSections, id: string): boolean {
    return this.#options.source?.actsIn?.(zone, id, this.#items.values()) ?? false;
  }

  /** Items that cannot be built keep their last good state. */
  async build(ids: ReadonlySet<string> | 'all'): Promise<ItemChanges> {
    const { source } = this.#options;
    if (!source || (ids !== 'all' && ids.size === 0)) return NOTHING;
    try {
      const built = await source.build(ids === 'all' ? ids : [...ids], this.#items);
      return this.#put(source, built, ids === 'all' ? new Set(this.#items.keys()) : ids);
    } catch (error) {
      if (ids === 'all') throw error;
      this.#record(ids, new Map([...ids].map((id) => [id, error])));
      return NOTHING;
    }
  }

  #put(
    source: SharedSource<SharedItem>,
    built: ReadonlyMap<string, SharedItem>,
    asked: ReadonlySet<string>,
  ): ItemChanges {
    const failed = new Map<string, string>();
    const changed: SharedItem[] = [];
    for (const [id, item] of built) {
      const before = this.#items.get(id);
      const problem = source.problemOf?.(item);
      if (problem !== undefined) failed.set(id, problem);
      if (isSame(item, before) || (before && problem !== undefined)) continue;
      this.#items.set(id, item);
      changed.push(item);
    }
    const gone = [...asked].filter((id) => !built.has(id));
    const removed = gone.flatMap((id) => this.#items.get(id) ?? []);
    for (const id of gone) this.#items.delete(id);
    this.#record([...asked, ...built.keys()], failed);
    return { changed, removed };
  }

  #record(tried: Iterable<string>, failed: ReadonlyMap<string, unknown>): void {
    this.#options.failures.ofShared.record(this.#options.kind, tried, failed);
  }
}
