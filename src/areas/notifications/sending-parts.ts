import type { TaskQueue } from '../../contracts/job.ts';
import type { Route } from '../../http/route.ts';
import type { Clock } from '../../kernel/clock.ts';
import { TextSealer } from '../../kernel/sealed-text.ts';
import type { OutboundClient } from '../../outbound/outbound-client.ts';
import type { ChangeLog } from '../../storage/change-log.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import type { Channel, MechanismType } from './delivery/channel.ts';
import { DeliveryOutbox } from './delivery/delivery-outbox.ts';
import { DeliveryService } from './delivery/delivery-service.ts';
import type { Outbox } from './delivery/outbox.ts';
import { PagerdutyChannel } from './delivery/pagerduty-channel.ts';
import { WebhookCaller } from './delivery/webhook/webhook-caller.ts';
import { WebhookChannel } from './delivery/webhook/webhook-channel.ts';
import { Eligibility } from './destinations/eligibility.ts';
import { eligibleRoutes } from './destinations/eligible-routes.ts';
import { pagerdutyKind } from './destinations/pagerduty-kind.ts';
import { pagerdutyRoutes } from './destinations/pagerduty-routes.ts';
import { PagerdutyServices } from './destinations/pagerduty-services.ts';
import { PagerdutyStore } from './destinations/pagerduty-store.ts';
import { webhookKind } from './destinations/webhook-kind.ts';
import { webhookRoutes } from './destinations/webhook-routes.ts';
import { WebhookService } from './destinations/webhook-service.ts';
import { WebhookStore } from './destinations/webhook-store.ts';
import { WebhookTester } from './destinations/webhook-tester.ts';
import type { NotificationsDatabase } from './notifications-tables.ts';

export interface SendingOptions {
  readonly database: NotificationsDatabase;
  readonly clock: Clock;
  readonly changes: ChangeLog;
  readonly zones: Pick<ZoneDirectory, 'plansOf'>;
  /** Channels besides webhooks and PagerDuty. */
  readonly channels: readonly Channel[];
  /** Where events for PagerDuty are sent; left out: PagerDuty itself. */
  readonly pagerdutyUrl?: string | undefined;
  /** The key of the installation. */
  secret(): string;
  openClient(): OutboundClient;
  /** Whether this installation can send in this way. */
  isReady(type: MechanismType): boolean;
}

/** What destinations and deliveries add to the module of the area. */
export interface SendingParts {
  readonly routes: readonly Route[];
  readonly queues: readonly TaskQueue[];
  readonly outbox: Outbox;
}

export function sendingParts(options: SendingOptions): SendingParts {
  const { database, clock, changes, secret } = options;
  const common = { database, clock, changes };
  const caller = new WebhookCaller(() => options.openClient());
  const eligibility = new Eligibility(options.zones);
  const webhookStore = new WebhookStore(new TextSealer(secret, 'notification webhook'));
  const webhooks = new WebhookService({
    ...common,
    kind: webhookKind(webhookStore),
    tester: new WebhookTester(options),
    eligibility,
  });
  const pagerdutyStore = new PagerdutyStore(new TextSealer(secret, 'notification pagerduty'));
  const services = new PagerdutyServices({
    ...common,
    kind: pagerdutyKind(pagerdutyStore),
    store: pagerdutyStore,
    eligibility,
  });
  const eventsUrl = options.pagerdutyUrl;
  const deliveries = new DeliveryService({
    database,
    clock,
    channels: [
      ...options.channels,
      new WebhookChannel({ database, clock, store: webhookStore, caller }),
      new PagerdutyChannel({ database, clock, store: pagerdutyStore, caller, eventsUrl }),
    ],
  });
  return {
    routes: [
      ...webhookRoutes({ database, webhooks, store: webhookStore }),
      ...pagerdutyRoutes({ database, services, store: pagerdutyStore }),
      ...eligibleRoutes(eligibility, (type) => options.isReady(type)),
    ],
    queues: [deliveries.queue()],
    outbox: new DeliveryOutbox(database, clock),
  };
}
