import { PermanentFailure, type Task, type TaskQueue } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { describeError } from '../../../kernel/palisade-error.ts';
import { DeadLetterStore } from '../../../storage/dead-letter-store.ts';
import { TaskStore } from '../../../storage/task-store.ts';
import { digestOf } from '../messages/digest.ts';
import type { NotificationsDatabase, Tx } from '../notifications-tables.ts';
import type { Channel } from './channel.ts';
import {
  DELIVERY_QUEUE,
  type Delivery,
  type DeliveryPayload,
  type Destination,
  deliveryTask,
  destinationKey,
  sendingId,
} from './delivery-model.ts';
import { deliveryStore } from './delivery-store.ts';
import type { DeliveryTelemetry } from './delivery-telemetry.ts';

/** Concurrent deliveries on one node. A destination gets one at a time. */
const CONCURRENCY = 16;
/** 1, 10 and 100 seconds, then 10 minutes. */
const BACKOFF = { firstMs: 1_000, factor: 10, maxMs: 600_000 };
const MAX_AGE_MS = 24 * 3_600_000;
/** More than fit into the maximum age, which is the effective limit. */
const MAX_ATTEMPTS = 10_000;
/** Channels have shorter timeouts of their own. */
const TIMEOUT_MS = 60_000;

export interface DeliveryServiceOptions {
  readonly database: NotificationsDatabase;
  readonly clock: Clock;
  readonly channels: readonly Channel[];
  /** Undefined until the node observes the area. */
  telemetry(): DeliveryTelemetry | undefined;
}

/** Sends stored messages, retries until they are accepted, and records the outcome. */
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
        const { clock } = this.#options;
        // The cast is safe: a transaction of this database can access the tables of this area.
        const payload = task.payload as DeliveryPayload;
        await deliveryStore.giveUp(tx as unknown as Tx, payload, error, clock.now());
      },
    };
  }

  /** Restarts a failed delivery with all its attempts; false if it had not failed. */
  async resend(tx: Tx, delivery: Delivery): Promise<boolean> {
    if (!(await deliveryStore.reopen(tx, delivery.id))) return false;
    const isQueued = await this.#deadLetters.requeueWithin(tx, `${DELIVERY_QUEUE}:${delivery.id}`);
    // Without one: it was part of a digest, or its dead letter was deleted, since there are very many.
    if (!isQueued) {
      const task = deliveryTask(delivery, { deliveryId: delivery.id });
      await this.#tasks.enqueueAll(tx, DELIVERY_QUEUE, [task]);
    }
    return true;
  }

  /** Tries the destination of a pending delivery at once; its oldest message is first. */
  async retryNow(tx: Tx, destination: Destination): Promise<void> {
    await this.#tasks.retryNow(tx, DELIVERY_QUEUE, destinationKey(destination));
  }

  async #run(task: Task, signal: AbortSignal): Promise<void> {
    const payload = task.payload as DeliveryPayload;
    const pending = await deliveryStore.pending(this.#options.database.read, payload);
    const [first] = pending;
    // They were deleted with their account, or delivered by an attempt that could not complete the task.
    if (!first) return;
    const { mechanism } = first;
    const id = sendingId(payload);
    const message = digestOf(
      id,
      pending.map((delivery) => delivery.message),
    );
    const channel = this.#options.channels.find(({ type }) => type === mechanism.type);
    try {
      if (!channel) throw new PermanentFailure('This version cannot send to this destination.');
      const { attempt } = task;
      await channel.send({ id, message, mechanism: mechanism.id, attempt }, signal);
    } catch (error) {
      // An attempt that was aborted because the node stops is not a failure of the receiver.
      if (!signal.aborted) await this.#record(payload, first, channel, describeError(error));
      throw message.isDrill ? asPermanent(error) : error;
    }
    await this.#record(payload, first, channel, undefined);
  }

  async #record(
    payload: DeliveryPayload,
    { mechanism }: Destination,
    channel: Channel | undefined,
    error: string | undefined,
  ): Promise<void> {
    const { database, clock } = this.#options;
    const at = clock.now();
    await database.transaction(async (tx) => {
      if (error === undefined) await deliveryStore.recordDelivery(tx, payload, at);
      else await deliveryStore.recordFailure(tx, payload, error);
      await channel?.recordOutcome?.(tx, mechanism.id, { at, isDelivered: error === undefined });
    });
    this.#options
      .telemetry()
      ?.attempted(mechanism.type, error === undefined ? 'delivered' : 'failed');
  }
}

/** Drills are not retried: the caller waits for the outcome, and a test that arrives hours later would confuse people. */
function asPermanent(error: unknown): PermanentFailure {
  return new PermanentFailure(describeError(error), { cause: error });
}
