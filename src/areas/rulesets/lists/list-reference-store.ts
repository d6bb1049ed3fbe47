import type { Kysely } from 'kysely';
import type { ListKind } from '../../../expression/expression.ts';
import { listsUsedBy } from '../rule-lists.ts';
import type { Rule } from '../ruleset-model.ts';
import type { RulesetsTables } from '../rulesets-tables.ts';

type Db = Kysely<RulesetsTables>;

/** Rows per statement: databases limit the number of values. */
const PAGE = 500;

/** The properties of a list that rules need. */
export interface KnownList {
  readonly id: string;
  readonly kind: ListKind;
}

/** A rule with all rules that it runs: itself, and those of the pinned version that it executes. */
export interface RunningRule {
  readonly id: string;
  readonly runs: readonly Rule[];
}

/** A query of all references to lists: `user_id` is the id of a ruleset or of a filter. */
export function listUses(db: Db) {
  const byFilters = db
    .selectFrom('list_filter_references')
    .select(['list_id', 'filter_id as user_id']);
  return db
    .selectFrom('list_references')
    .select(['list_id', 'ruleset_id as user_id'])
    .unionAll(byFilters)
    .as('uses');
}

/** The lists of accounts by name, and the references from rules and filters to them. */
export const listReferenceStore = {
  /** By name. */
  async listsOf(db: Db, accountId: string): Promise<ReadonlyMap<string, KnownList>> {
    const rows = await db
      .selectFrom('lists')
      .select(['id', 'name', 'kind'])
      .where('account_id', '=', accountId)
      .execute();
    return new Map(rows.map(({ id, name, kind }) => [name, { id, kind: kind as ListKind }]));
  },

  /** Replaces the references of the previous version. */
  async save(
    db: Db,
    rulesetId: string,
    rules: readonly RunningRule[],
    lists: ReadonlyMap<string, KnownList>,
  ): Promise<void> {
    await db.deleteFrom('list_references').where('ruleset_id', '=', rulesetId).execute();
    const rows = rules.flatMap(({ id, runs }) => {
      const names = new Set(runs.flatMap((rule) => [...listsUsedBy(rule)]));
      return [...names].flatMap((name) => {
        const list = lists.get(name);
        return list ? [{ list_id: list.id, ruleset_id: rulesetId, rule_id: id }] : [];
      });
    });
    for (let from = 0; from < rows.length; from += PAGE) {
      const page = rows.slice(from, from + PAGE);
      await db.insertInto('list_references').values(page).execute();
    }
  },

  async saveOfFilter(
    db: Db,
    filter: { readonly id: string; readonly zoneId: string },
    listIds: readonly string[],
  ): Promise<void> {
    const rows = listIds.map((id) => ({
      list_id: id,
      filter_id: filter.id,
      zone_id: filter.zoneId,
    }));
    if (rows.length > 0) await db.insertInto('list_filter_references').values(rows).execute();
  },

  async deleteOfFilter(db: Db, filterId: string): Promise<void> {
    await db.deleteFrom('list_filter_references').where('filter_id', '=', filterId).execute();
  },
};
