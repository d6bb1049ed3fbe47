import type { Kysely } from 'kysely';
import type { RulesetsTables } from '../rulesets-tables.ts';

type Db = Kysely<RulesetsTables>;

/** Operations per account that are kept. Clients poll an operation within minutes. */
const KEPT = 1000;
/** More than the one that each write adds, so that an excess shrinks. */
const TRIMMED_AT_ONCE = 10;

/** Completed operations on items, for clients that poll until an operation is complete. */
export const listOperationStore = {
  async add(db: Db, operation: { id: string; accountId: string; completedAt: number }) {
    const { id, accountId, completedAt } = operation;
    const row = { id, account_id: accountId, completed_at: completedAt };
    await db.insertInto('list_operations').values(row).execute();
    const old = await ofAccount(db, accountId).offset(KEPT).limit(TRIMMED_AT_ONCE).execute();
    if (old.length === 0) return;
    const ids = old.map((each) => each.id);
    await db.deleteFrom('list_operations').where('id', 'in', ids).execute();
  },

  /** The time of completion. */
  async find(db: Db, accountId: string, id: string): Promise<number | undefined> {
    const row = await db
      .selectFrom('list_operations')
      .select('completed_at')
      .where('id', '=', id)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    return row?.completed_at;
  },
};

function ofAccount(db: Db, accountId: string) {
  return db
    .selectFrom('list_operations')
    .select('id')
    .where('account_id', '=', accountId)
    .orderBy('completed_at', 'desc')
    .orderBy('id', 'desc');
}
