import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import { okPage, type Route } from '../../../http/route.ts';
import { mapPage } from '../../../kernel/page.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import { loadBalancingRoute } from '../load-balancing-routes.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { type HealthEventQuery, healthEventStore } from './health-event-store.ts';
import { HealthEventResponse, healthEventResponse } from './health-schema.ts';
import { timeRangeQuery, toTimeRange } from './time-range.ts';

const Text = Type.Optional(Type.String({ minLength: 1, maxLength: 200 }));
const Flag = Type.Optional(Type.Boolean());

const EventQuery = Type.Object({
  ...pagingQuery({ default: 100, min: 1, max: 1000 }),
  ...timeRangeQuery,
  pool_id: Text,
  pool_name: Text,
  pool_healthy: Flag,
  origin_name: Text,
  origin_healthy: Flag,
});

export function healthEventRoutes(database: LoadBalancingDatabase): Route[] {
  return [
    loadBalancingRoute('Health checks')({
      method: 'GET',
      path: '/user/load_balancing_analytics/events',
      operation: 'health-events-list',
      summary: 'List changes of health in the accounts whose pools you may read, newest first',
      access: { kind: 'capability', capability: 'pool:read' },
      query: EventQuery,
      response: HealthEventResponse,
      list: true,
      async handle({ query, principal }) {
        const wanted = { ...toEventQuery(query), reach: principal.reach('pool:read') };
        const page = await healthEventStore.list(database.read, wanted);
        return okPage(mapPage(page, healthEventResponse));
      },
    }),
  ];
}

function toEventQuery(query: Static<typeof EventQuery>): Omit<HealthEventQuery, 'reach'> {
  return {
    ...toPageRequest(query),
    ...toTimeRange(query),
    poolId: query.pool_id,
    poolName: query.pool_name,
    poolHealthy: query.pool_healthy,
    originName: query.origin_name,
    originHealthy: query.origin_healthy,
  };
}
