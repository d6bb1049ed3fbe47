import type { ListSnapshot } from './list-snapshot.ts';
import type { PoolSnapshot } from './load-balancing-section.ts';
import type { SharedRulesetSnapshot } from './rulesets-section.ts';
import type { ZoneSnapshot } from './zone-snapshot.ts';

/** A step from one state of the edge to the next. What zones share travels beside them, once. */
export interface SnapshotUpdate {
  /** Grows by one with every update of a node. */
  readonly revision: number;
  /** True: this is all there is, whatever was there before. False: only these changed. */
  readonly complete: boolean;
  readonly zones: readonly ZoneSnapshot[];
  readonly removedZoneIds: readonly string[];
  readonly pools: readonly PoolSnapshot[];
  readonly removedPoolIds: readonly string[];
  readonly rulesets: readonly SharedRulesetSnapshot[];
  readonly removedRulesetKeys: readonly string[];
  readonly lists: readonly ListSnapshot[];
  readonly removedListIds: readonly string[];
}
