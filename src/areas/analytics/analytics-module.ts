import type { Clock } from '../../kernel/clock.ts';
import type { AreaModule } from '../area-module.ts';
import type { ZoneDirectory } from '../platform/zones/zone-read-model.ts';
import type { AnalyticsDatabase } from './analytics-tables.ts';
import { TrafficReadModel } from './traffic-read-model.ts';
import { trafficRoutes } from './traffic-routes.ts';
import { trafficSubscription } from './traffic-subscription.ts';
import { trafficTrimJob } from './traffic-trim.ts';

export interface AnalyticsOptions {
  readonly database: AnalyticsDatabase;
  readonly clock: Clock;
  readonly zones: ZoneDirectory;
}

/** Adds up the request log by zone and account, and shows the sums over time. */
export function analyticsModule({ database, clock, zones }: AnalyticsOptions): AreaModule {
  return {
    name: 'analytics',
    routes: trafficRoutes(new TrafficReadModel(database), clock),
    jobs: [trafficTrimJob(database, clock)],
    queues: [],
    subscriptions: [trafficSubscription({ database, clock, zones })],
    bootstrap: {},
    sections: [],
  };
}
