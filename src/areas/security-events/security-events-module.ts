import { limits } from '../../catalogs/limits.ts';
import type { Clock } from '../../kernel/clock.ts';
import { AlertOutbox } from '../../storage/alert-outbox.ts';
import type { AreaModule } from '../area-module.ts';
import type { EnabledPolicies } from '../notifications/policies/enabled-policy-read-model.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { EventSeriesReadModel } from './event-series-read-model.ts';
import { requestTraceRoutes } from './request-trace-routes.ts';
import { requestTraceSubscription } from './request-trace-subscription.ts';
import { SecurityEventReadModel } from './security-event-read-model.ts';
import { securityEventRoutes } from './security-event-routes.ts';
import { securityEventSubscription } from './security-event-subscription.ts';
import { securityEventTrimJob, type TrimmedTable } from './security-event-trim.ts';
import type { SecurityEventsDatabase } from './security-events-tables.ts';
import { spikeJob } from './spikes/spike-job.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Maximum rows per zone and run of the trim job. More than a zone can store within the minute between two runs. */
const TRIMMED_PER_RUN = 1_000_000;

export interface SecurityEventsOptions {
  readonly database: SecurityEventsDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
  readonly policies: EnabledPolicies;
}

/** Stores security events and request traces for a limited time, lists them, counts them, and tells of spikes. */
export function securityEventsModule(options: SecurityEventsOptions): AreaModule {
  const { database, clock, zones } = options;
  const events: TrimmedTable = {
    table: 'security_events',
    keepMs: limits.securityEventDays * 24 * HOUR_MS,
    mostPerZone: limits.securityEventsPerZone,
  };
  const traces: TrimmedTable = {
    table: 'request_traces',
    keepMs: limits.requestTraceHours * HOUR_MS,
    mostPerZone: limits.requestTracesPerZone,
  };
  return {
    name: 'security-events',
    routes: [
      ...securityEventRoutes(new SecurityEventReadModel(database), clock, events.keepMs),
      ...requestTraceRoutes(database, clock, traces.keepMs),
    ],
    jobs: [
      spikeJob({
        ...options,
        alerts: new AlertOutbox(database, clock),
        series: new EventSeriesReadModel(database),
      }),
      securityEventTrimJob({
        database,
        clock,
        zones,
        trimmed: [events, traces],
        mostPerRun: TRIMMED_PER_RUN,
      }),
    ],
    queues: [],
    subscriptions: [
      securityEventSubscription(database, zones),
      requestTraceSubscription(database, zones),
    ],
    bootstrap: {},
    sections: [],
  };
}
