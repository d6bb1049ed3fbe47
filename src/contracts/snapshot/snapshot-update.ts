import { byKind, type SnapshotItems, type SnapshotKind, snapshotKinds } from './snapshot-kinds.ts';

/** A step from one state of the edge to the next. It has each item once, however many zones share it. */
export interface SnapshotUpdate extends SnapshotItems {
  /** Grows by one with every update of a node. */
  readonly revision: number;
  /** True: the update replaces everything. False: it has only items that changed. */
  readonly complete: boolean;
  readonly removed: RemovedIds;
}

export type RemovedIds = { readonly [Kind in SnapshotKind]?: readonly string[] };

export const emptySnapshot: SnapshotUpdate = {
  revision: 0,
  complete: true,
  ...byKind(snapshotKinds, () => []),
  removed: {},
};
