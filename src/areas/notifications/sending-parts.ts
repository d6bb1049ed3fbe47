import type { ScheduledJob, TaskQueue } from '../../contracts/job.ts';
import type { Route } from '../../http/route.ts';
import type { Clock } from '../../kernel/clock.ts';
import { TextSealer } from '../../kernel/sealed-text.ts';
import type { OutboundClient } from '../../outbound/outbound-client.ts';
import { accountOwner, resourceBootstrap } from '../../resources/resource-bootstrap.ts';
import type { ChangeLog } from '../../storage/change-log.ts';
import type { Telemetry } from '../../telemetry/telemetry.ts';
import type { AreaModule } from '../area-module.ts';
import type { AccountDirectory } from '../platform/accounts/account-read-model.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import type { Channel, MechanismType } from './delivery/channel.ts';
import { DeliveryOutbox } from './delivery/delivery-outbox.ts';
import { DeliveryService } from './delivery/delivery-service.ts';
import {
  type DeliveryTelemetry,
  deliveryBacklogJob,
  deliveryTelemetry,
} from './delivery/delivery-telemetry.ts';
import { Digests } from './delivery/digests.ts';
import type { Outbox } from './delivery/outbox.ts';
import { PagerdutyChannel } from './delivery/pagerduty-channel.ts';
import { WebhookCaller } from './delivery/webhook/webhook-caller.ts';
import { WebhookChannel } from './delivery/webhook/webhook-channel.ts';
import { Eligibility } from './destinations/eligibility.ts';
import { eligibleRoutes } from './destinations/eligible-routes.ts';
import { pagerdutyKind } from './destinations/pagerduty-kind.ts';
import { PagerdutyBody, pagerdutyRoutes } from './destinations/pagerduty-routes.ts';
import { PagerdutyServices } from './destinations/pagerduty-services.ts';
import { PagerdutyStore } from './destinations/pagerduty-store.ts';
import { webhookRoutes } from './destinations/webhook-routes.ts';
import { WebhookBody } from './destinations/webhook-schema.ts';
import { WebhookService } from './destinations/webhook-service.ts';
import { WebhookStore } from './destinations/webhook-store.ts';
import { WebhookTester } from './destinations/webhook-tester.ts';
import { drillRoutes } from './drills/drill-routes.ts';
import { DrillService } from './drills/drill-service.ts';
import { HistoryReadModel } from './history/history-read-model.ts';
import { HistoryRetention } from './history/history-retention.ts';
import { historyRoutes } from './history/history-routes.ts';
import { historyTrimJob } from './history/history-trim.ts';
import { ResendService } from './history/resend-service.ts';
import type { NotificationsDatabase } from './notifications-tables.ts';
import type { Policy } from './policies/policy.ts';
import type { PolicyDestinations } from './policies/policy-destinations.ts';

export interface SendingOptions {
  readonly database: NotificationsDatabase;
  readonly clock: Clock;
  readonly changes: ChangeLog;
  readonly zones: Pick<ZoneDirectory, 'plansOf'>;
  readonly accounts: Pick<AccountDirectory, 'nameOf'>;
  /** Channels in addition to webhooks and PagerDuty. */
  readonly channels: readonly Channel[];
  /** URL for PagerDuty events; by default PagerDuty's own. */
  readonly pagerdutyUrl?: string | undefined;
  readonly policies: PolicyDestinations;
  /** The key of the installation. */
  secret(): string;
  openClient(): OutboundClient;
  /** Throws if the account has no such policy. */
  getPolicy(accountId: string, policyId: string): Promise<Policy>;
  /** Whether this installation is configured for this type of mechanism. */
  isReady(type: MechanismType): boolean;
}

/** The parts of the area's module for destinations and deliveries. */
export interface SendingParts {
  readonly routes: readonly Route[];
  readonly jobs: readonly ScheduledJob[];
  readonly queues: readonly TaskQueue[];
  readonly outbox: Outbox;
  /** Destinations that a bootstrap file may contain. */
  readonly bootstrap: AreaModule['bootstrap'];
  observe(telemetry: Telemetry): void;
}

export function sendingParts(options: SendingOptions): SendingParts {
  const { database, clock, changes, secret } = options;
  const common = { database, clock, changes, policies: options.policies };
  const caller = new WebhookCaller(() => options.openClient());
  const eligibility = new Eligibility(options.zones);
  const webhookStore = new WebhookStore(new TextSealer(secret, 'notification webhook'));
  const webhooks = new WebhookService({
    ...common,
    store: webhookStore,
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
  let telemetry: DeliveryTelemetry | undefined;
  const deliveries = new DeliveryService({
    database,
    clock,
    telemetry: () => telemetry,
    channels: [
      ...options.channels,
      new WebhookChannel({ database, clock, store: webhookStore, caller }),
      new PagerdutyChannel({ database, clock, store: pagerdutyStore, caller, eventsUrl }),
    ],
  });
  const outbox = new DeliveryOutbox(database, clock);
  const retention = new HistoryRetention(options.zones);
  const history = new HistoryReadModel(database);
  const resends = new ResendService({ database, changes, deliveries });
  const drills = new DrillService({
    database,
    clock,
    changes,
    accounts: options.accounts,
    outbox,
  });
  return {
    routes: [
      ...webhookRoutes({ database, webhooks, store: webhookStore }),
      ...pagerdutyRoutes({ database, services, store: pagerdutyStore }),
      ...eligibleRoutes(eligibility, (type) => options.isReady(type)),
      ...historyRoutes({ clock, history, retention, resends }),
      ...drillRoutes({ drills, getPolicy: (...ids) => options.getPolicy(...ids) }),
    ],
    jobs: [
      historyTrimJob({ database, clock, retention }),
      deliveryBacklogJob(database, clock, () => telemetry),
    ],
    queues: [deliveries.queue(), new Digests(database, clock).queue()],
    outbox,
    bootstrap: {
      notification_webhooks: resourceBootstrap(webhooks, WebhookBody, accountOwner),
      notification_pagerduty: resourceBootstrap(services, PagerdutyBody, accountOwner),
    },
    observe(given) {
      telemetry = deliveryTelemetry(given);
    },
  };
}
