import { PermanentFailure, type TaskQueue } from '../../../contracts/job.ts';
import { bodyValidator } from '../../../http/validation.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { newHexId } from '../../../kernel/hex-id.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import { TaskStore } from '../../../storage/task-store.ts';
import { chatWebhooks } from '../destinations/chat-webhooks.ts';
import type { NotificationsDatabase, Tx } from '../notifications-tables.ts';
import { mechanismTypes } from './channel.ts';
import {
  DELIVERY_QUEUE,
  type Delivery,
  type Destination,
  deliveryTask,
  destinationKey,
} from './delivery-model.ts';
import { afterDecision, DIGEST_MAX_AGE_MS, type PaceHistory, pace } from './digest-model.ts';
import { digestStore } from './digest-store.ts';

export const DIGEST_QUEUE = 'notification-digests';
/** Maximum messages per digest. More are sent as several digests. */
const MAX_MESSAGES = 1_000;

const DigestPayload = Type.Object({
  accountId: Type.String(),
  mechanism: Type.Object({ type: Type.Enum([...mechanismTypes]), id: Type.String() }),
});
const payloadProblem = bodyValidator(DigestPayload);

/** A new delivery. If it is held, it has no task of its own. */
export interface PacedDelivery {
  readonly delivery: Delivery;
  readonly heldUntil: number | null;
}

/**
 * Limits how fast messages reach people: of many at once, mail addresses and chat rooms get the first ones, then one digest a
 * minute. Programs get every message.
 */
export class Digests {
  readonly #database: NotificationsDatabase;
  readonly #clock: Clock;
  readonly #tasks: TaskStore;

  constructor(database: NotificationsDatabase, clock: Clock) {
    this.#database = database;
    this.#clock = clock;
    this.#tasks = new TaskStore(database, clock);
  }

  /** Decides for new deliveries of an account, in their order, which of them wait for a digest. */
  async hold(tx: Tx, deliveries: readonly Delivery[]): Promise<PacedDelivery[]> {
    const isForPeople = await this.#forPeople(tx, deliveries);
    const histories = new Map<string, PaceHistory>();
    const now = this.#clock.now();
    const paced: PacedDelivery[] = [];
    for (const delivery of deliveries) {
      // The caller of a drill waits for its outcome.
      if (delivery.message.isDrill || !isForPeople(delivery)) {
        paced.push({ delivery, heldUntil: null });
        continue;
      }
      const key = destinationKey(delivery);
      if (histories.size === 0) await this.#database.lock(tx, lockOf(delivery));
      const history = histories.get(key) ?? (await digestStore.history(tx, delivery, now));
      const decision = pace(history, now);
      histories.set(key, afterDecision(history, decision));
      if (decision.kind === 'opens') await this.#open(tx, delivery, decision.dueAt);
      const heldUntil = decision.kind === 'at once' ? null : decision.dueAt;
      paced.push({ delivery, heldUntil });
    }
    return paced;
  }

  /** Closes digests when they are due. */
  queue(): TaskQueue {
    return {
      name: DIGEST_QUEUE,
      concurrency: 2,
      // More than fit into the maximum age, which is the effective limit.
      maxAttempts: 10_000,
      maxAgeMs: DIGEST_MAX_AGE_MS,
      backoff: { firstMs: 1_000, maxMs: 60_000, factor: 2 },
      timeoutMs: 60_000,
      run: async ({ payload }) => {
        const problem = payloadProblem(payload);
        if (problem) throw new PermanentFailure(`this is not a digest: ${problem.text}`);
        await this.#close(payload as Static<typeof DigestPayload>);
      },
    };
  }

  /** Whether a destination is a mail address or a chat room. */
  async #forPeople(
    tx: Tx,
    deliveries: readonly Delivery[],
  ): Promise<(destination: Destination) => boolean> {
    const mechanisms = deliveries.map(({ mechanism }) => mechanism);
    const webhooks = mechanisms.filter(({ type }) => type === 'webhook').map(({ id }) => id);
    const chats = await chatWebhooks(tx, webhooks);
    return ({ mechanism: { type, id } }) =>
      type === 'email' || (type === 'webhook' && chats.has(id));
  }

  async #open(tx: Tx, { id, accountId, mechanism }: Delivery, runAt: number): Promise<void> {
    const payload: Static<typeof DigestPayload> = { accountId, mechanism };
    await this.#tasks.enqueueAll(tx, DIGEST_QUEUE, [{ id, payload, runAt }]);
  }

  async #close(destination: Destination): Promise<void> {
    await this.#database.transaction(async (tx) => {
      await this.#database.lock(tx, lockOf(destination));
      const tasks = [];
      for (let id = newHexId(); await this.#fill(tx, destination, id); id = newHexId()) {
        tasks.push(deliveryTask(destination, { digestId: id }));
      }
      await this.#tasks.enqueueAll(tx, DELIVERY_QUEUE, tasks);
    });
  }

  /** False if no delivery waits any more. */
  async #fill(tx: Tx, destination: Destination, id: string): Promise<boolean> {
    return (await digestStore.close(tx, destination, id, MAX_MESSAGES)) > 0;
  }
}

/** No delivery may join a digest while another node closes it. */
function lockOf({ accountId }: Destination): string {
  return `notification digests ${accountId}`;
}
