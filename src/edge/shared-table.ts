import type { SharedItem } from '../contracts/snapshot/snapshot-kinds.ts';
import type { Steps } from '../kernel/time-slices.ts';

/** The shared items of one kind in this process. */
export interface SharedTable<Item extends SharedItem> {
  readonly ids: Iterable<string>;
  /** The reasons why the latest versions of items cannot be used, by id. */
  readonly problems: Iterable<readonly [id: string, problem: string]>;
  /** Begins an update. It has no effect without a `commit`. */
  stage(): SharedStage<Item>;
}

/** Changes to shared items of one kind. The current items stay in use until `commit`. */
export interface SharedStage<Item extends SharedItem> {
  /** Called for each part of an update. */
  change(items: readonly Item[], removedIds: readonly string[]): Steps<void>;
  /** Puts all changes into effect at once. */
  commit(): void;
}

interface ItemSteps<Item, Prepared> {
  prepare(item: Item): Steps<Prepared>;
  put(item: Prepared): void;
  remove(id: string): void;
}

/** A stage for items that are compiled independently of each other. */
export function stageOf<Item extends SharedItem, Prepared>(
  steps: ItemSteps<Item, Prepared>,
): SharedStage<Item> {
  const prepared: Prepared[] = [];
  const removed: string[] = [];
  return {
    *change(items, removedIds) {
      for (const item of items) prepared.push(yield* steps.prepare(item));
      for (const id of removedIds) removed.push(id);
    },
    commit() {
      for (const id of removed) steps.remove(id);
      for (const item of prepared) steps.put(item);
    },
  };
}
