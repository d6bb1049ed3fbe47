import type { ScheduledJob } from '../../contracts/job.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AlertOutbox } from '../../storage/alert-outbox.ts';
import type { AreaSubscription } from '../area-module.ts';
import type { TokenExpiries } from '../platform/tokens/token-expiry-read-model.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import type { EventSeries } from '../security-events/event-series-read-model.ts';
import { certificateExpiryJob } from './expiries/certificate-expiry-job.ts';
import type { ServedCertificate } from './expiries/certificate-names.ts';
import { tokenExpiryJob } from './expiries/token-expiry-job.ts';
import type { NotificationsDatabase } from './notifications-tables.ts';
import { originErrorJob } from './origin-errors/origin-error-job.ts';
import { originResultsSubscription } from './origin-errors/origin-results-subscription.ts';
import type { EnabledPolicies } from './policies/enabled-policies.ts';
import { policyStore } from './policies/policy-store.ts';
import { spikeJob } from './spikes/spike-job.ts';

export interface SourceOptions {
  readonly database: NotificationsDatabase;
  readonly clock: Clock;
  readonly zones: Pick<ZoneDirectory, 'find' | 'listNames'>;
  readonly series: EventSeries;
  readonly tokenExpiries: TokenExpiries;
  /** The certificates of this node. */
  certificates(): Promise<readonly ServedCertificate[]>;
}

/** What observes something on behalf of policies adds to the module of the area. Other areas record their alerts themselves. */
export interface SourceParts {
  readonly jobs: readonly ScheduledJob[];
  readonly subscriptions: readonly AreaSubscription[];
}

export function sourceParts(options: SourceOptions): SourceParts {
  const { database, clock } = options;
  const policies: EnabledPolicies = {
    ofTypes: (types) => policyStore.allEnabledOfTypes(database.read, types),
  };
  const common = { ...options, policies, alerts: new AlertOutbox(database, clock) };
  return {
    jobs: [
      spikeJob(common),
      originErrorJob(common),
      certificateExpiryJob({ ...common, certificates: () => options.certificates() }),
      tokenExpiryJob({ ...common, tokens: options.tokenExpiries }),
    ],
    subscriptions: [originResultsSubscription({ database, clock, policies })],
  };
}
