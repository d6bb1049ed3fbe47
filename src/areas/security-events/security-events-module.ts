import { limits } from '../../catalogs/limits.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { AreaModule } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { type EventSeries, EventSeriesReadModel } from './event-series-read-model.ts';
import { requestTraceRoutes } from './request-trace-routes.ts';
import { requestTraceSubscription } from './request-trace-subscription.ts';
import { SecurityEventReadModel } from './security-event-read-model.ts';
import { securityEventRoutes } from './security-event-routes.ts';
import { securityEventSubscription } from './security-event-subscription.ts';
import { securityEventTrimJob, type TrimmedTable } from './security-event-trim.ts';
import type { SecurityEventsDatabase } from './security-events-tables.ts';

const HOUR_MS = 60 * 60 * 1000;
/** Rows of a zone in one run of the trim job. A zone cannot store as many within the minute between two runs. */
const TRIMMED_PER_RUN = 1_000_000;

export interface SecurityEventsOptions {
  readonly database: SecurityEventsDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
}

export interface SecurityEventsModule extends AreaModule {
  readonly series: EventSeries;
}

/** Stores security events and request traces for a limited time, lists them and counts them. */
export function securityEventsModule({
  database,
  clock,
  zones,
}: SecurityEventsOptions): SecurityEventsModule {
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
    series: new EventSeriesReadModel(database),
  };
}
