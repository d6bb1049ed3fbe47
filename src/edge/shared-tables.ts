import type { SharedKind, SharedKinds } from '../contracts/snapshot/snapshot-kinds.ts';
import type { OriginMaker } from './balancing/pool-runtime.ts';
import { PoolTable } from './balancing/pool-table.ts';
import type { RuleParts } from './rules/rule-parts.ts';
import { RulesetTable } from './rules/ruleset-table.ts';
import type { SharedTable } from './shared-table.ts';

export type SharedTables = ReturnType<typeof sharedTables>;

/** The tables of shared items, by kind. */
export function sharedTables(parts: RuleParts, makeOrigin: OriginMaker) {
  return {
    lists: parts.lists,
    rulesets: new RulesetTable(parts),
    pools: new PoolTable(makeOrigin),
  } satisfies { readonly [Kind in SharedKind]: SharedTable<SharedKinds[Kind]> };
}
