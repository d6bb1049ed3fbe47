import type { Db, Tx } from '../notifications-tables.ts';
import type { Destination } from './delivery-model.ts';
import { PACE, type PaceHistory } from './digest-model.ts';

/** Deliveries that wait for a digest: they have a `held_until`, and a `digest_id` once the digest is closed. */
export const digestStore = {
  async history(tx: Tx, destination: Destination, now: number): Promise<PaceHistory> {
    const held = await ofDestination(tx, destination)
      .select(['held_until', 'digest_id'])
      .where('held_until', 'is not', null)
      .orderBy('held_until', 'desc')
      .limit(1)
      .executeTakeFirst();
    const recent = await ofDestination(tx, destination)
      .select('id')
      .where('created_at', '>', now - PACE.windowMs)
      .limit(PACE.messages)
      .execute();
    return {
      recent: recent.length,
      digest: held && { dueAt: held.held_until ?? now, isOpen: held.digest_id === null },
    };
  },

  /** Puts the oldest waiting deliveries into the digest with this id, and returns their number. */
  async close(tx: Tx, destination: Destination, id: string, limit: number): Promise<number> {
    const { numUpdatedRows } = await tx
      .updateTable('notification_deliveries')
      .set({ digest_id: id })
      .where(
        'id',
        'in',
        ofDestination(tx, destination)
          .select('id')
          .where('held_until', 'is not', null)
          .where('digest_id', 'is', null)
          .orderBy('created_at')
          .orderBy('id')
          .limit(limit),
      )
      .executeTakeFirst();
    return Number(numUpdatedRows);
  },
};

function ofDestination(db: Db, { accountId, mechanism }: Destination) {
  return db
    .selectFrom('notification_deliveries')
    .where('account_id', '=', accountId)
    .where('mechanism_type', '=', mechanism.type)
    .where('mechanism', '=', mechanism.id);
}
