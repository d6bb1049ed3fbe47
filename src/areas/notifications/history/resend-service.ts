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

/** Sends notifications again on request. */
export class ResendService {
  readonly #options: ResendServiceOptions;

  constructor(options: ResendServiceOptions) {
    this.#options = options;
  }

  /** Sends a failed notification again. */
  async resend(actor: Actor, accountId: string, id: string): Promise<Delivery> {
    const { deliveries } = this.#options;
    return await this.#change(actor, accountId, id, async (tx, delivery) => {
      if (!(await deliveries.resend(tx, delivery))) {
        throw new ApiError('historyNotFailed', { id, status: delivery.state });
      }
      return { status: 'waiting' };
    });
  }

  /** Tries a waiting notification at once, without the rest of its pause. */
  async retry(actor: Actor, accountId: string, id: string): Promise<Delivery> {
    const { deliveries } = this.#options;
    return await this.#change(actor, accountId, id, async (tx, delivery) => {
      if (delivery.state !== 'waiting') {
        throw new ApiError('historyNotWaiting', { id, status: delivery.state });
      }
      await deliveries.retryNow(tx, delivery);
      return { status: 'waiting', retried: true };
    });
  }

  /** `work` returns what the audit log says. */
  async #change(
    actor: Actor,
    accountId: string,
    id: string,
    work: (tx: Tx, delivery: Delivery) => Promise<object>,
  ): Promise<Delivery> {
    const { database, changes } = this.#options;
    return await database.transaction(async (tx) => {
      const delivery = await ownDelivery(tx, accountId, id);
      const after = await work(tx, delivery);
      await changes.append(tx, {
        actor,
        action: 'update',
        resource: 'notification',
        resourceId: id,
        accountId,
        zoneId: null,
        before: { status: delivery.state },
        after,
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
