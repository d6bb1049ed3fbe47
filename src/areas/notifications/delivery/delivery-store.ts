import type { Insertable, Updateable } from 'kysely';
import type { MechanismType } from '../delivery/channel.ts';
import type {
  Db,
  NotificationDeliveryTable,
  NotificationMessageTable,
  Tx,
} from '../notifications-tables.ts';
import type { Delivery, DeliveryPayload, DeliveryState } from './delivery-model.ts';
import type { PacedDelivery } from './digests.ts';
import type { OutgoingMessage } from './outbox.ts';

/** Rows per insert; both databases limit the parameters of a statement. */
const INSERT_ROWS = 500;

type DeliveryRow = NotificationDeliveryTable & Pick<NotificationMessageTable, 'message_json'>;

/** Messages and their deliveries. */
export const deliveryStore = {
  /** Stores the messages with new ids, and returns these ids. */
  async insertMessages(
    tx: Tx,
    messages: readonly OutgoingMessage[],
    now: number,
  ): Promise<ReadonlySet<string>> {
    const added = new Set<string>();
    for (const rows of lotsOf(messages.map((message) => messageRow(message, now)))) {
      const inserted = await tx
        .insertInto('notification_messages')
        .values(rows)
        .onConflict((conflict) => conflict.column('id').doNothing())
        .returning('id')
        .execute();
      for (const { id } of inserted) added.add(id);
    }
    return added;
  },

  async insert(tx: Tx, deliveries: readonly PacedDelivery[]): Promise<void> {
    for (const rows of lotsOf(deliveries.map(deliveryRow))) {
      await tx.insertInto('notification_deliveries').values(rows).execute();
    }
  },

  async find(db: Db, id: string): Promise<Delivery | undefined> {
    const row = await selectDeliveries(db)
      .where('notification_deliveries.id', '=', id)
      .executeTakeFirst();
    return row && mapDelivery(row);
  },

  /** The pending deliveries of a task, oldest first. */
  async pending(db: Db, payload: DeliveryPayload): Promise<Delivery[]> {
    const rows = await selectDeliveries(db)
      .where((eb) => eb.and(columnsOf(payload)))
      .where('notification_deliveries.state', '!=', 'delivered')
      .orderBy('notification_deliveries.created_at')
      .orderBy('notification_deliveries.id')
      .execute();
    return rows.map(mapDelivery);
  },

  async ofMessage(db: Db, messageId: string): Promise<Delivery[]> {
    const rows = await selectDeliveries(db)
      .where('message_id', '=', messageId)
      .orderBy('notification_deliveries.mechanism_type')
      .orderBy('notification_deliveries.mechanism')
      .execute();
    return rows.map(mapDelivery);
  },

  /** The number of pending deliveries per type, and the time of the oldest. */
  async backlogs(
    db: Db,
  ): Promise<ReadonlyMap<string, { readonly count: number; readonly oldest: number }>> {
    const rows = await db
      .selectFrom('notification_deliveries')
      .select((eb) => [
        'mechanism_type',
        eb.fn.countAll<number>().as('count'),
        eb.fn.min('created_at').as('oldest'),
      ])
      .where('state', '=', 'waiting')
      .groupBy('mechanism_type')
      .execute();
    return new Map(
      rows.map((row) => [
        row.mechanism_type,
        { count: Number(row.count), oldest: Number(row.oldest) },
      ]),
    );
  },

  /** Records a failed attempt; the deliveries stay pending. */
  async recordFailure(tx: Tx, payload: DeliveryPayload, error: string): Promise<void> {
    await tx
      .updateTable('notification_deliveries')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), error: shortened(error) }))
      .where((eb) => eb.and(columnsOf(payload)))
      .execute();
  },

  async recordDelivery(tx: Tx, payload: DeliveryPayload, now: number): Promise<void> {
    await tx
      .updateTable('notification_deliveries')
      .set((eb) => ({
        attempts: eb('attempts', '+', 1),
        state: 'delivered',
        error: null,
        ended_at: now,
      }))
      .where((eb) => eb.and(columnsOf(payload)))
      .execute();
  },

  async giveUp(tx: Tx, payload: DeliveryPayload, error: string, now: number): Promise<void> {
    const failed = { state: 'failed', error: shortened(error), ended_at: now };
    await change(tx, payload, ['waiting', 'failed'], failed);
  },

  /** False if the delivery had not failed. It leaves its digest, if it was in one. */
  async reopen(tx: Tx, deliveryId: string): Promise<boolean> {
    const reopened = { state: 'waiting', ended_at: null, held_until: null, digest_id: null };
    return await change(tx, { deliveryId }, ['failed'], reopened);
  },
};

async function change(
  tx: Tx,
  payload: DeliveryPayload,
  from: readonly DeliveryState[],
  values: Updateable<NotificationDeliveryTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('notification_deliveries')
    .set(values)
    .where((eb) => eb.and(columnsOf(payload)))
    .where('state', 'in', [...from])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

function columnsOf(payload: DeliveryPayload) {
  return 'digestId' in payload
    ? { 'notification_deliveries.digest_id': payload.digestId }
    : { 'notification_deliveries.id': payload.deliveryId };
}

/** Deliveries with their messages. */
export function selectDeliveries(db: Db) {
  return db
    .selectFrom('notification_deliveries')
    .innerJoin(
      'notification_messages',
      'notification_messages.id',
      'notification_deliveries.message_id',
    )
    .selectAll('notification_deliveries')
    .select('notification_messages.message_json');
}

export function mapDelivery(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    accountId: row.account_id,
    message: JSON.parse(row.message_json),
    mechanism: { type: row.mechanism_type as MechanismType, id: row.mechanism },
    state: row.state as DeliveryState,
    attempts: row.attempts,
    error: row.error,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  };
}

function messageRow(
  { message, recipient, subject }: OutgoingMessage,
  now: number,
): Insertable<NotificationMessageTable> {
  return {
    id: message.id,
    account_id: message.account.id,
    policy_id: message.policy.id,
    alert_type: message.alertType,
    recipient,
    subject,
    message_json: JSON.stringify(message),
    created_at: now,
  };
}

function deliveryRow({
  delivery,
  heldUntil,
}: PacedDelivery): Insertable<NotificationDeliveryTable> {
  const { message, mechanism } = delivery;
  return {
    id: delivery.id,
    message_id: message.id,
    account_id: delivery.accountId,
    policy_id: message.policy.id,
    alert_type: message.alertType,
    mechanism_type: mechanism.type,
    mechanism: mechanism.id,
    state: delivery.state,
    attempts: delivery.attempts,
    error: delivery.error,
    created_at: delivery.createdAt,
    ended_at: delivery.endedAt,
    held_until: heldUntil,
    digest_id: null,
  };
}

function* lotsOf<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += INSERT_ROWS) {
    yield rows.slice(from, from + INSERT_ROWS);
  }
}

/** Long enough to recognise the error. PostgreSQL cannot store NUL in text. */
function shortened(error: string): string {
  return error.replaceAll('\0', '').slice(0, 1_000);
}
