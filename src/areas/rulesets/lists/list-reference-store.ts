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

/** The lists of accounts by name, and the references from rules to them. */
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
};
