import type { SharedSource } from '../../areas/area-module.ts';
import type { ChangeEvent } from '../../contracts/change.ts';
import { isSame } from './is-same.ts';
import type { SharedName, SnapshotFailures } from './snapshot-failures.ts';

export interface SharedItemsOptions<Item> {
  readonly name: SharedName;
  /** Undefined when no area has such resources. */
  readonly source: SharedSource<Item> | undefined;
  readonly idOf: (item: Item) => string;
  readonly failures: SnapshotFailures;
}

/** What a build has changed. */
export interface SharedChanges<Item> {
  readonly changed: readonly Item[];
  readonly removed: readonly Item[];
}

const NOTHING = { changed: [], removed: [] };

/** Resources that many zones share, as they were built last. */
export class SharedItems<Item> {
  readonly #options: SharedItemsOptions<Item>;
  readonly #items = new Map<string, Item>();

  constructor(options: SharedItemsOptions<Item>, lastGood: readonly Item[] = []) {
    this.#options = options;
    for (const item of lastGood) this.#items.set(options.idOf(item), item);
  }

  get all(): Item[] {
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

  /** Those of which a build failed. */
  failed(): Set<string> {
    return new Set(this.#options.failures.of(this.#options.name).keys());
  }

  /** What cannot be built stays as it was built before. */
  async build(ids: ReadonlySet<string> | 'all'): Promise<SharedChanges<Item>> {
    const { source, name, failures } = this.#options;
    if (!source || (ids !== 'all' && ids.size === 0)) return NOTHING;
    try {
      const built = await source.build(ids === 'all' ? ids : [...ids], this.#items);
      return this.#put(source, built, ids === 'all' ? new Set(this.#items.keys()) : ids);
    } catch (error) {
      if (ids === 'all') throw error;
      failures.record(name, ids, new Map([...ids].map((id) => [id, error])));
      return NOTHING;
    }
  }

  #put(
    source: SharedSource<Item>,
    built: ReadonlyMap<string, Item>,
    asked: ReadonlySet<string>,
  ): SharedChanges<Item> {
    const failed = new Map<string, string>();
    const changed: Item[] = [];
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
    this.#options.failures.record(this.#options.name, [...asked, ...built.keys()], failed);
    return { changed, removed };
  }
}
