import type { Clock } from '../../../kernel/clock.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import { TaskStore } from '../../../storage/task-store.ts';
import type { NotificationsDatabase, Tx } from '../notifications-tables.ts';
import type { Mechanism } from '../policies/policy.ts';
import { DELIVERY_QUEUE, type Delivery, deliveryTask } from './delivery-model.ts';
import { deliveryStore } from './delivery-store.ts';
import { Digests } from './digests.ts';
import type { Outbox, OutgoingMessage } from './outbox.ts';

/** Stores messages for the queue of deliveries. */
export class DeliveryOutbox implements Outbox {
  readonly #clock: Clock;
  readonly #digests: Digests;
  readonly #tasks: TaskStore;

  constructor(database: NotificationsDatabase, clock: Clock) {
    this.#clock = clock;
    this.#digests = new Digests(database, clock);
    this.#tasks = new TaskStore(database, clock);
  }

  async send(tx: Tx, messages: readonly OutgoingMessage[]): Promise<void> {
    const now = this.#clock.now();
    const added = await deliveryStore.insertMessages(tx, messages, now);
    const deliveries = messages
      .filter(({ message }) => added.has(message.id))
      .flatMap((outgoing) => deliveriesOf(outgoing, now));
    const paced = await this.#digests.hold(tx, deliveries);
    await deliveryStore.insert(tx, paced);
    const tasks = paced
      .filter(({ heldUntil }) => heldUntil === null)
      .map(({ delivery }) => deliveryTask(delivery, { deliveryId: delivery.id }));
    await this.#tasks.enqueueAll(tx, DELIVERY_QUEUE, tasks);
  }
}

function deliveriesOf({ message, mechanisms }: OutgoingMessage, now: number): Delivery[] {
  return distinct(mechanisms).map((mechanism) => ({
    id: newHexId(),
    accountId: message.account.id,
    message,
    mechanism,
    state: 'waiting',
    attempts: 0,
    error: null,
    createdAt: now,
    endedAt: null,
  }));
}

function distinct(mechanisms: readonly Mechanism[]): Mechanism[] {
  return [...new Map(mechanisms.map((each) => [`${each.type} ${each.id}`, each])).values()];
}
