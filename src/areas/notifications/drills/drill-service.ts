import type { Actor } from '../../../contracts/actor.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ChangeLog } from '../../../storage/change-log.ts';
import type { AccountDirectory } from '../../platform/accounts/account-read-model.ts';
import type { Delivery } from '../delivery/delivery-model.ts';
import { deliveryStore } from '../delivery/delivery-store.ts';
import type { Outbox } from '../delivery/outbox.ts';
import type { NotificationsDatabase } from '../notifications-tables.ts';
import type { Policy } from '../policies/policy.ts';
import { drillMessage } from './drill-message.ts';

/** Maximum time that an API call waits for the outcome. */
const WAIT_MS = 20_000;
const LOOK_EVERY_MS = 250;
/** Concurrent drills on one node; each occupies an API request. */
const MOST_AT_ONCE = 16;

export interface DrillServiceOptions {
  readonly database: NotificationsDatabase;
  readonly clock: Clock;
  readonly changes: ChangeLog;
  readonly accounts: Pick<AccountDirectory, 'nameOf'>;
  readonly outbox: Outbox;
}

export interface Drill {
  readonly id: string;
  readonly deliveries: readonly Delivery[];
}

/** Tests policies: sends a marked message like any other one, and waits for its outcome. */
export class DrillService {
  readonly #options: DrillServiceOptions;
  #running = 0;

  constructor(options: DrillServiceOptions) {
    this.#options = options;
  }

  async run(actor: Actor, policy: Policy): Promise<Drill> {
    if (this.#running >= MOST_AT_ONCE) throw new ApiError('drillsBusy', { limit: MOST_AT_ONCE });
    this.#running++;
    try {
      const id = await this.#send(actor, policy);
      return { id, deliveries: await this.#outcomes(id) };
    } finally {
      this.#running--;
    }
  }

  async #send(actor: Actor, policy: Policy): Promise<string> {
    const { database, clock, changes, accounts, outbox } = this.#options;
    const { id, accountId, mechanisms } = policy;
    const name = (await accounts.nameOf(accountId)) ?? '';
    const message = drillMessage(policy, { id: accountId, name }, clock.now());
    const outgoing = { message, recipient: `policy:${id}`, subject: 'drill', mechanisms };
    await database.transaction(async (tx) => {
      await outbox.send(tx, [outgoing]);
      await changes.append(tx, {
        actor,
        action: 'create',
        resource: 'notification_test',
        resourceId: message.id,
        accountId,
        zoneId: null,
        before: null,
        after: { policy_id: id, mechanisms },
      });
    });
    return message.id;
  }

  /** A destination with older pending messages has no outcome yet. */
  async #outcomes(messageId: string): Promise<readonly Delivery[]> {
    const { database, clock } = this.#options;
    const end = clock.tick() + WAIT_MS;
    for (;;) {
      const deliveries = await deliveryStore.ofMessage(database.read, messageId);
      const isDone = deliveries.every(({ state }) => state !== 'waiting');
      if (isDone || clock.tick() >= end) return deliveries;
      await clock.sleep(LOOK_EVERY_MS);
    }
  }
}
