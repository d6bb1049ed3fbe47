import type { Db, NotificationSilenceTable, Tx } from '../notifications-tables.ts';
import type { Silence } from './silence-model.ts';

/** Whether a policy is silenced at a time. */
export async function isSilenced(db: Db, policyId: string, at: number): Promise<boolean> {
  const row = await db
    .selectFrom('notification_silences')
    .select('id')
    .where('policy_id', '=', policyId)
    .where('end_at', '>', at)
    .where('start_at', '<=', at)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export const silenceStore = {
  async find(db: Db, accountId: string, id: string): Promise<Silence | undefined> {
    const row = await db
      .selectFrom('notification_silences')
      .selectAll()
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
    return row && mapSilence(row);
  },

  /** All silences of an account, oldest first. The limit per account bounds their number. */
  async list(db: Db, accountId: string): Promise<Silence[]> {
    const rows = await db
      .selectFrom('notification_silences')
      .selectAll()
      .where('account_id', '=', accountId)
      .orderBy('created_at')
      .orderBy('id')
      .execute();
    return rows.map(mapSilence);
  },

  async count(db: Db, accountId: string): Promise<number> {
    const { count } = await db
      .selectFrom('notification_silences')
      .where('account_id', '=', accountId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return count;
  },

  async insert(tx: Tx, silences: readonly Silence[]): Promise<void> {
    if (silences.length === 0) return;
    await tx.insertInto('notification_silences').values(silences.map(toRow)).execute();
  },

  async update(tx: Tx, silence: Silence): Promise<void> {
    await tx
      .updateTable('notification_silences')
      .set(toRow(silence))
      .where('id', '=', silence.id)
      .execute();
  },

  async delete(tx: Tx, id: string): Promise<void> {
    await tx.deleteFrom('notification_silences').where('id', '=', id).execute();
  },

  /** Deletes the silences of an account that ended before a time. */
  async trim(tx: Tx, accountId: string, before: number): Promise<void> {
    await tx
      .deleteFrom('notification_silences')
      .where('account_id', '=', accountId)
      .where('end_at', '<', before)
      .execute();
  },
};

function toRow(silence: Silence): NotificationSilenceTable {
  return {
    id: silence.id,
    account_id: silence.accountId,
    policy_id: silence.policyId,
    start_at: silence.startAt,
    end_at: silence.endAt,
    created_at: silence.createdAt,
    updated_at: silence.updatedAt,
  };
}

function mapSilence(row: NotificationSilenceTable): Silence {
  return {
    id: row.id,
    accountId: row.account_id,
    policyId: row.policy_id,
    startAt: row.start_at,
    endAt: row.end_at,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
