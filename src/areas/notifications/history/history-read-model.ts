import { offsetOf, type Page, type PageRequest, pageOf } from '../../../kernel/page.ts';
import type { MechanismType } from '../delivery/channel.ts';
import type { Delivery, DeliveryState } from '../delivery/delivery-model.ts';
import { mapDelivery, selectDeliveries } from '../delivery/delivery-store.ts';
import type { NotificationsDatabase } from '../notifications-tables.ts';

export interface HistoryQuery extends PageRequest {
  /** Inclusive. */
  readonly since: number;
  /** Exclusive. */
  readonly before: number | undefined;
  readonly policyId: string | undefined;
  readonly alertType: string | undefined;
  readonly state: DeliveryState | undefined;
  readonly mechanismType: MechanismType | undefined;
}

/** Sent and pending messages of an account, newest first. */
export class HistoryReadModel {
  readonly #database: NotificationsDatabase;

  constructor(database: NotificationsDatabase) {
    this.#database = database;
  }

  async list(accountId: string, query: HistoryQuery): Promise<Page<Delivery>> {
    const matching = this.#matching(accountId, query);
    const rows = await matching
      .orderBy('notification_deliveries.created_at', 'desc')
      .orderBy('notification_deliveries.id', 'desc')
      .limit(query.perPage)
      .offset(offsetOf(query))
      .execute();
    const { total } = await matching
      .clearSelect()
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return pageOf(rows.map(mapDelivery), Number(total), query);
  }

  #matching(accountId: string, query: HistoryQuery) {
    const equal = {
      policy_id: query.policyId,
      alert_type: query.alertType,
      state: query.state,
      mechanism_type: query.mechanismType,
    };
    let matching = selectDeliveries(this.#database.read)
      .where('notification_deliveries.account_id', '=', accountId)
      .where('notification_deliveries.created_at', '>=', query.since);
    if (query.before !== undefined) {
      matching = matching.where('notification_deliveries.created_at', '<', query.before);
    }
    for (const [column, value] of Object.entries(equal)) {
      if (value === undefined) continue;
      matching = matching.where(
        `notification_deliveries.${column as keyof typeof equal}`,
        '=',
        value,
      );
    }
    return matching;
  }
}
