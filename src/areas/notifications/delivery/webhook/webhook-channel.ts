import { PermanentFailure } from '../../../../contracts/job.ts';
import type { Clock } from '../../../../kernel/clock.ts';
import { accountScope } from '../../../../resources/scope.ts';
import type { WebhookStore } from '../../destinations/webhook-store.ts';
import type { NotificationsDatabase, Tx } from '../../notifications-tables.ts';
import type { AttemptOutcome, Channel, ChannelDelivery } from '../channel.ts';
import { asDeliveryFailure, requireAccepted } from '../http-outcome.ts';
import { isRefusal, messageCall } from './webhook-call.ts';
import type { WebhookCall, WebhookCaller } from './webhook-caller.ts';

const DELETED = 'The webhook was deleted.';
const UNREADABLE =
  'The address of the webhook was encrypted with another key. Start all nodes with the same PALISADE_EDGE_KEY, or save the address again.';

export interface WebhookChannelOptions {
  readonly database: NotificationsDatabase;
  readonly clock: Clock;
  readonly store: WebhookStore;
  readonly caller: WebhookCaller;
}

/** Calls webhooks. */
export class WebhookChannel implements Channel {
  readonly type = 'webhook';
  readonly #options: WebhookChannelOptions;

  constructor(options: WebhookChannelOptions) {
    this.#options = options;
  }

  async send(delivery: ChannelDelivery, signal: AbortSignal): Promise<void> {
    const { database, clock, store } = this.#options;
    const { id, message, mechanism } = delivery;
    const webhook = await store.find(database.read, accountScope(message.account.id), mechanism);
    if (!webhook) throw new PermanentFailure(DELETED);
    const { document } = webhook;
    if (document.url === '') throw new PermanentFailure(UNREADABLE);
    const call = messageCall(document, message, { id, now: clock.now() });
    const outcome = await this.#call(call, signal);
    const { origin } = new URL(document.url);
    requireAccepted(origin, outcome, clock.now());
    if (isRefusal(document, outcome.text)) {
      throw new Error(`${origin} refused the message in a response with a success status.`);
    }
  }

  async recordOutcome(tx: Tx, mechanism: string, outcome: AttemptOutcome): Promise<void> {
    await this.#options.store.recordCall(tx, mechanism, outcome.at, outcome.isDelivered);
  }

  async #call(call: WebhookCall, signal: AbortSignal) {
    try {
      return await this.#options.caller.call(call, signal);
    } catch (error) {
      throw asDeliveryFailure(error);
    }
  }
}
