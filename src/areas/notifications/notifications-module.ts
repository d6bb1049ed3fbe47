import type { Clock } from '../../kernel/clock.ts';
import type { OutboundClient } from '../../outbound/outbound-client.ts';
import { accountScope } from '../../resources/scope.ts';
import { ChangeLog } from '../../storage/change-log.ts';
import type { AreaModule } from '../area-module.ts';
import type { HealthCheckDirectory } from '../load-balancing/health-checks/health-check-read-model.ts';
import type { PoolDirectory } from '../load-balancing/pools/pool-read-model.ts';
import type { PageCoverage } from '../page-monitoring/policies/page-coverage-read-model.ts';
import type { AccountDirectory } from '../platform/accounts/account-read-model.ts';
import type { TokenDirectory } from '../platform/tokens/token-read-model.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { MailChannel } from './delivery/mail/mail-channel.ts';
import type { MailSettings } from './delivery/mail/mail-server.ts';
import { evaluationParts } from './evaluation/evaluation-parts.ts';
import { MessageNames } from './messages/message-names.ts';
import { notificationsBootstrap } from './notifications-bootstrap.ts';
import type { NotificationsDatabase } from './notifications-tables.ts';
import { type NotificationsTelemetry, notificationsTelemetry } from './notifications-telemetry.ts';
import { availableAlertRoutes } from './policies/available-alert-routes.ts';
import { PolicyDestinations } from './policies/policy-destinations.ts';
import { toPolicy } from './policies/policy-model.ts';
import { PolicyReferences } from './policies/policy-references.ts';
import { policyRoutes } from './policies/policy-routes.ts';
import { PolicyService } from './policies/policy-service.ts';
import { sendingParts } from './sending-parts.ts';
import { silenceRoutes } from './silences/silence-routes.ts';
import { SilenceService } from './silences/silence-service.ts';

export interface NotificationsOptions {
  readonly database: NotificationsDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
  readonly accounts: AccountDirectory;
  readonly pools: PoolDirectory;
  readonly healthChecks: HealthCheckDirectory;
  readonly tokens: TokenDirectory;
  readonly pages: PageCoverage;
  readonly mail: MailSettings;
  /** Public base URL of the API and the dashboard, for links in messages. */
  readonly publicUrl: string;
  /** The key of the installation. */
  secret(): string;
  openClient(): OutboundClient;
  /** URL for PagerDuty events; by default PagerDuty's own. */
  readonly pagerdutyUrl?: string;
}

/** Notifies people of alerts: policies select alerts, and channels deliver messages about them. */
export function notificationsModule(options: NotificationsOptions): AreaModule {
  const { database, clock, zones, mail } = options;
  const common = { database, changes: new ChangeLog(database, clock), clock };
  const policies = new PolicyService({ ...common, references: new PolicyReferences(options) });
  const sending = sendingParts({
    ...options,
    ...common,
    policies: new PolicyDestinations(policies),
    channels: [new MailChannel(options)],
    getPolicy: async (accountId, id) => toPolicy(await policies.get(accountScope(accountId), id)),
    isReady: (type) => type !== 'email' || mail.smtpUrl !== undefined,
  });
  let telemetry: NotificationsTelemetry | undefined;
  const evaluation = evaluationParts({
    ...options,
    names: new MessageNames(options),
    outbox: sending.outbox,
    onEvaluated: (kind, states) => telemetry?.evaluated(kind, states),
  });
  return {
    name: 'notifications',
    routes: [
      ...availableAlertRoutes(zones),
      ...sending.routes,
      ...policyRoutes(database, policies),
      ...silenceRoutes(new SilenceService(common)),
    ],
    jobs: [...evaluation.jobs, ...sending.jobs],
    queues: [...evaluation.queues, ...sending.queues],
    // Policies refer to destinations.
    bootstrap: { ...sending.bootstrap, ...notificationsBootstrap({ policies }) },
    sections: [],
    observe(means) {
      telemetry = notificationsTelemetry(means);
      sending.observe(means);
    },
  };
}
