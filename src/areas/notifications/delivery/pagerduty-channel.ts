import { PermanentFailure } from '../../../contracts/job.ts';
import type { Clock } from '../../../kernel/clock.ts';
import { accountScope } from '../../../resources/scope.ts';
import type { PagerdutyStore } from '../destinations/pagerduty-store.ts';
import type { NotificationsDatabase } from '../notifications-tables.ts';
import type { Channel, ChannelDelivery } from './channel.ts';
import { asDeliveryFailure, requireAccepted } from './http-outcome.ts';
import { pagerdutyEvents } from './pagerduty-events.ts';
import type { WebhookCaller } from './webhook/webhook-caller.ts';

/** The Events API v2. */
const EVENTS_URL = 'https://events.pagerduty.com/v2/enqueue';

const DELETED = 'The PagerDuty service was deleted.';
const UNREADABLE =
  'The integration key was encrypted with another key. Start all nodes with the same PALISADE_EDGE_KEY, or save the integration key again.';

export interface PagerdutyChannelOptions {
  readonly database: NotificationsDatabase;
  readonly clock: Clock;
  readonly store: PagerdutyStore;
  readonly caller: WebhookCaller;
  /** URL for events; by default PagerDuty's own. */
  readonly eventsUrl?: string | undefined;
}

/** Opens and resolves incidents at PagerDuty. */
export class PagerdutyChannel implements Channel {
  readonly type = 'pagerduty';
  readonly #options: PagerdutyChannelOptions;

  constructor(options: PagerdutyChannelOptions) {
    this.#options = options;
  }

  /** PagerDuty deduplicates events, so a retry sends all of them again. */
  async send({ message, mechanism }: ChannelDelivery, signal: AbortSignal): Promise<void> {
    const { database, store } = this.#options;
    const service = await store.find(database.read, accountScope(message.account.id), mechanism);
    if (!service) throw new PermanentFailure(DELETED);
    const { integration_key: key } = service.document;
    if (key === '') throw new PermanentFailure(UNREADABLE);
    for (const event of pagerdutyEvents(message)) {
      await this.#send({ routing_key: key, ...event }, signal);
    }
  }

  async #send(event: object, signal: AbortSignal): Promise<void> {
    const { caller, clock, eventsUrl: url = EVENTS_URL } = this.#options;
    const call = { url, headers: {}, body: JSON.stringify(event) };
    try {
      requireAccepted('PagerDuty', await caller.call(call, signal), clock.now());
    } catch (error) {
      throw asDeliveryFailure(error);
    }
  }
}
