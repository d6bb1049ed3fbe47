import { PermanentFailure, type Task, type TaskQueue } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { describeError } from '../../../kernel/palisade-error.ts';
import { DeadLetterStore } from '../../../storage/dead-letter-store.ts';
import { TaskStore } from '../../../storage/task-store.ts';
import type { NotificationsDatabase, Tx } from '../notifications-tables.ts';
import type { Channel } from './channel.ts';
import {
  DELIVERY_QUEUE,
  type Delivery,
  type DeliveryPayload,
  deliveryTask,
} from './delivery-model.ts';
import { deliveryStore } from './delivery-store.ts';
import type { DeliveryTelemetry } from './delivery-telemetry.ts';

/** Deliveries at the same time on one node. A destination gets one at a time. */
const CONCURRENCY = 16;
/** The pauses are 1, 10 and 100 seconds, then 10 minutes. */
const BACKOFF = { firstMs: 1_000, factor: 10, maxMs: 600_000 };
const MAX_AGE_MS = 24 * 3_600_000;
/** More than fit into the longest age; that alone is the limit. */
const MAX_ATTEMPTS = 10_000;
/** Channels have shorter limits of their own. */
const TIMEOUT_MS = 60_000;

export interface DeliveryServiceOptions {
  readonly database: NotificationsDatabase;
  readonly clock: Clock;
  readonly channels: readonly Channel[];
  /** Undefined until the node observes the area. */
  telemetry(): DeliveryTelemetry | undefined;
}

/** Sends stored messages, again and again until they are taken, and records what became of them. */
export class DeliveryService {
  readonly #options: DeliveryServiceOptions;
  readonly #tasks: TaskStore;
  readonly #deadLetters: DeadLetterStore;

  constructor(options: DeliveryServiceOptions) {
    const { database, clock } = options;
    this.#options = options;
    this.#tasks = new TaskStore(database, clock);
    this.#deadLetters = new DeadLetterStore(database, clock);
  }

  queue(): TaskQueue {
    return {
      name: DELIVERY_QUEUE,
      concurrency: CONCURRENCY,
      maxAttempts: MAX_ATTEMPTS,
      maxAgeMs: MAX_AGE_MS,
      backoff: BACKOFF,
      timeoutMs: TIMEOUT_MS,
      run: (task, signal) => this.#run(task, signal),
      onDeadLetter: async (tx, task, error) => {
        const { deliveryId } = task.payload as DeliveryPayload;
        const { clock } = this.#options;
        // The transaction is one of this database, which has the tables of this area.
        await deliveryStore.giveUp(tx as unknown as Tx, deliveryId, error, clock.now());
      },
    };
  }

  /** Gives a delivery that was given up all its attempts again; false if it had not been given up. */
  async resend(tx: Tx, delivery: Delivery): Promise<boolean> {
    if (!(await deliveryStore.reopen(tx, delivery.id))) return false;
    const isQueued = await this.#deadLetters.requeueWithin(tx, `${DELIVERY_QUEUE}:${delivery.id}`);
    // Dead letters are removed earlier than the history, if there are very many.
    if (!isQueued) await this.#tasks.enqueueAll(tx, DELIVERY_QUEUE, [deliveryTask(delivery)]);
    return true;
  }

  async #run(task: Task, signal: AbortSignal): Promise<void> {
    const { deliveryId } = task.payload as DeliveryPayload;
    const delivery = await deliveryStore.find(this.#options.database.read, deliveryId);
    // It was removed with its account, or delivered by an attempt that could not complete the task.
    if (!delivery || delivery.state === 'delivered') return;
    const channel = this.#options.channels.find(({ type }) => type === delivery.mechanism.type);
    try {
      if (!channel) throw new PermanentFailure('This version cannot send to this destination.');
      await channel.send(
        {
          id: delivery.id,
          message: delivery.message,
          mechanism: delivery.mechanism.id,
          attempt: task.attempt,
        },
        signal,
      );
    } catch (error) {
      // An attempt that the node ended, because it stops, says nothing about the receiver.
      if (!signal.aborted) await this.#record(delivery, channel, describeError(error));
      throw delivery.message.isDrill ? asLast(error) : error;
    }
    await this.#record(delivery, channel, undefined);
  }

  async #record(
    { id, mechanism }: Delivery,
    channel: Channel | undefined,
    error: string | undefined,
  ): Promise<void> {
    const { database, clock } = this.#options;
    const at = clock.now();
    await database.transaction(async (tx) => {
      if (error === undefined) await deliveryStore.recordDelivery(tx, id, at);
      else await deliveryStore.recordFailure(tx, id, error);
      await channel?.recordOutcome?.(tx, mechanism.id, { at, isDelivered: error === undefined });
    });
    this.#options
      .telemetry()
      ?.attempted(mechanism.type, error === undefined ? 'delivered' : 'failed');
  }
}

/** Whoever tries a policy out waits for the outcome. A test that arrives hours later would only confuse people. */
function asLast(error: unknown): PermanentFailure {
  return new PermanentFailure(describeError(error), { cause: error });
}
