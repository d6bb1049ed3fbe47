import type { Selectable } from 'kysely';
import type { Alert } from '../../../contracts/alert.ts';
import type { Db, NotificationEntryTable, Tx } from '../notifications-tables.ts';
import { FLAPPING, type History } from './grouping-model.ts';

/** An alert that waits for the message of its group. */
export interface WaitingEntry {
  readonly alertType: string;
  readonly alert: Alert;
}

/** Rows per delete, so that other transactions do not wait long. */
const TRIM_ROWS = 1_000;

/** Alerts with their state per recipient. */
export const entryStore = {
  /** Whether an earlier evaluation of the alert has found recipients. */
  async isEvaluated(tx: Tx, alertId: string): Promise<boolean> {
    const row = await tx
      .selectFrom('notification_entries')
      .select('alert_id')
      .where('alert_id', '=', alertId)
      .limit(1)
      .executeTakeFirst();
    return row !== undefined;
  },

  async insert(tx: Tx, entry: Selectable<NotificationEntryTable>): Promise<void> {
    await tx.insertInto('notification_entries').values(entry).execute();
  },

  async history(tx: Tx, recipient: string, subject: string): Promise<Omit<History, 'isSilenced'>> {
    const sent = await tx
      .selectFrom('notification_messages')
      .select('created_at')
      .where('recipient', '=', recipient)
      .where('subject', '=', subject)
      .orderBy('created_at', 'desc')
      .limit(FLAPPING.messages)
      .execute();
    const waiting = await tx
      .selectFrom('notification_entries')
      .select('due_at')
      .where('recipient', '=', recipient)
      .where('subject', '=', subject)
      .where('state', '=', 'waiting')
      .orderBy('recorded_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    return { sentAt: sent.map((row) => row.created_at), dueAt: waiting?.due_at ?? undefined };
  },

  /** The entries of a group, oldest first. */
  async waiting(
    db: Db,
    recipient: string,
    subject: string,
    limit: number,
  ): Promise<WaitingEntry[]> {
    const rows = await db
      .selectFrom('notification_entries')
      .select(['alert_type', 'alert_json'])
      .where('recipient', '=', recipient)
      .where('subject', '=', subject)
      .where('state', '=', 'waiting')
      .orderBy('at')
      .orderBy('recorded_at')
      .orderBy('alert_id')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      alertType: row.alert_type,
      alert: JSON.parse(row.alert_json) as Alert,
    }));
  },

  /** Sets the final state of waiting entries. */
  async end(
    tx: Tx,
    recipient: string,
    alertIds: readonly string[],
    state: 'sent' | 'silenced' | 'dropped',
    messageId: string | null,
  ): Promise<void> {
    await tx
      .updateTable('notification_entries')
      .set({ state, message_id: messageId })
      .where('alert_id', 'in', [...alertIds])
      .where('recipient', '=', recipient)
      .execute();
  },

  /** Deletes a batch of entries that were recorded before this time, and returns their number. */
  async trim(tx: Tx, before: number): Promise<number> {
    const { numDeletedRows } = await tx
      .deleteFrom('notification_entries')
      .where((eb) =>
        eb(
          eb.refTuple('alert_id', 'recipient'),
          'in',
          eb
            .selectFrom('notification_entries')
            .select(['alert_id', 'recipient'])
            .where('recorded_at', '<', before)
            .orderBy('recorded_at')
            .limit(TRIM_ROWS)
            .$asTuple('alert_id', 'recipient'),
        ),
      )
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
};
