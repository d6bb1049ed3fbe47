import { limits } from '../../catalogs/limits.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { AreaModule } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zone-read-model.ts';
import { SecurityEventReadModel } from './security-event-read-model.ts';
import { securityEventRoutes } from './security-event-routes.ts';
import { securityEventSubscription } from './security-event-subscription.ts';
import { securityEventTrimJob } from './security-event-trim.ts';
import type { SecurityEventsDatabase } from './security-events-tables.ts';

export { securityEventTables } from './migrations/0001-security-event-tables.ts';

export interface SecurityEventsOptions {
  readonly database: SecurityEventsDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
}

/** What rules of the edge found, kept for a while and searched. */
export function securityEventsModule({
  database,
  clock,
  zones,
}: SecurityEventsOptions): AreaModule {
  const keepMs = limits.securityEventDays * 24 * 60 * 60 * 1000;
  const mostPerZone = limits.securityEventsPerZone;
  return {
    name: 'security-events',
    routes: securityEventRoutes(new SecurityEventReadModel(database), clock, keepMs),
    jobs: [securityEventTrimJob({ database, clock, zones, keepMs, mostPerZone })],
    queues: [],
    subscriptions: [securityEventSubscription(database, zones)],
    bootstrap: {},
    sections: [],
  };
}
