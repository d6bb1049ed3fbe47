import { limits } from '../../catalogs/limits.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { AreaModule } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import { requestTraceRoutes } from './request-trace-routes.ts';
import { requestTraceStore } from './request-trace-store.ts';
import { requestTraceSubscription } from './request-trace-subscription.ts';
import { SecurityEventReadModel } from './security-event-read-model.ts';
import { securityEventRoutes } from './security-event-routes.ts';
import { securityEventStore } from './security-event-store.ts';
import { securityEventSubscription } from './security-event-subscription.ts';
import { securityEventTrimJob } from './security-event-trim.ts';
import type { SecurityEventsDatabase } from './security-events-tables.ts';

const HOUR_MS = 60 * 60 * 1000;

export interface SecurityEventsOptions {
  readonly database: SecurityEventsDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
}

/** What rules of the edge found and did, kept for a while and searched. */
export function securityEventsModule({
  database,
  clock,
  zones,
}: SecurityEventsOptions): AreaModule {
  const events = {
    store: securityEventStore,
    keepMs: limits.securityEventDays * 24 * HOUR_MS,
    mostPerZone: limits.securityEventsPerZone,
  };
  const traces = {
    store: requestTraceStore,
    keepMs: limits.requestTraceHours * HOUR_MS,
    mostPerZone: limits.requestTracesPerZone,
  };
  return {
    name: 'security-events',
    routes: [
      ...securityEventRoutes(new SecurityEventReadModel(database), clock, events.keepMs),
      ...requestTraceRoutes(database, clock, traces.keepMs),
    ],
    jobs: [securityEventTrimJob({ database, clock, zones, trimmed: [events, traces] })],
    queues: [],
    subscriptions: [
      securityEventSubscription(database, zones),
      requestTraceSubscription(database, zones),
    ],
    bootstrap: {},
    sections: [],
  };
}
