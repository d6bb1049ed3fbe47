import type { ListSnapshot } from './list-snapshot.ts';
import type { PoolSnapshot } from './load-balancing-section.ts';
import type { SharedRulesetSnapshot } from './rulesets-section.ts';
import type { ZoneSnapshot } from './zone-snapshot.ts';

/** Items of accounts that many zones share, by kind. */
export interface SharedKinds {
  readonly lists: ListSnapshot;
  readonly rulesets: SharedRulesetSnapshot;
  readonly pools: PoolSnapshot;
}

/** All items of a snapshot, by kind. */
export interface SnapshotKinds extends SharedKinds {
  readonly zones: ZoneSnapshot;
}

export type SharedKind = keyof SharedKinds;
export type SharedItem = SharedKinds[SharedKind];
export type SnapshotKind = keyof SnapshotKinds;

export type SnapshotItems = { readonly [Kind in SnapshotKind]: readonly SnapshotKinds[Kind][] };

/** In the order in which kinds are sent and compiled: items refer only to items of earlier kinds. */
const ids: { readonly [Kind in SnapshotKind]: (item: SnapshotKinds[Kind]) => string } = {
  lists: ({ id }) => id,
  rulesets: ({ key }) => key,
  pools: ({ id }) => id,
  zones: ({ zoneId }) => zoneId,
};

export const snapshotKinds = Object.keys(ids) as readonly SnapshotKind[];
export const sharedKinds = snapshotKinds.filter((kind) => kind !== 'zones');

export function idOf<Kind extends SnapshotKind>(kind: Kind, item: SnapshotKinds[Kind]): string {
  return ids[kind](item);
}

export function byKind<Kind extends SnapshotKind, Value>(
  kinds: readonly Kind[],
  makeValue: (kind: Kind) => Value,
): Record<Kind, Value> {
  return Object.fromEntries(kinds.map((kind) => [kind, makeValue(kind)])) as Record<Kind, Value>;
}
