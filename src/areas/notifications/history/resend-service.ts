import type { Actor } from '../../../contracts/actor.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { Delivery } from '../delivery/delivery-model.ts';
import type { DeliveryService } from '../delivery/delivery-service.ts';
import { deliveryStore } from '../delivery/delivery-store.ts';
import type { NotificationsDatabase, Tx } from '../notifications-tables.ts';

export interface ResendServiceOptions {
  readonly database: NotificationsDatabase;
  readonly changes: ChangeLog;
  readonly deliveries: DeliveryService;
}

/** Sends failed notifications again on request. */
export class ResendService {
  readonly #options: ResendServiceOptions;

  constructor(options: ResendServiceOptions) {
    this.#options = options;
  }

  async resend(actor: Actor, accountId: string, id: string): Promise<Delivery> {
    const { database, changes, deliveries } = this.#options;
    return await database.transaction(async (tx) => {
      const delivery = await ownDelivery(tx, accountId, id);
      if (!(await deliveries.resend(tx, delivery))) {
        throw new ApiError('historyNotFailed', { id, status: delivery.state });
      }
      await changes.append(tx, {
        actor,
        action: 'update',
        resource: 'notification',
        resourceId: id,
        accountId,
        zoneId: null,
        before: { status: 'failed' },
        after: { status: 'waiting' },
      });
      return await ownDelivery(tx, accountId, id);
    });
  }
}

async function ownDelivery(tx: Tx, accountId: string, id: string): Promise<Delivery> {
  const delivery = await deliveryStore.find(tx, id);
  if (delivery?.accountId !== accountId) throw new ApiError('historyNotFound', { id });
  return delivery;
}
