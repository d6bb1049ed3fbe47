import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import { okPage, type Route } from '../../../http/route.ts';
import { mapPage } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import { toMicrosecondText } from '../../../kernel/timestamp.ts';
import { fromFlag } from '../health/health-tables.ts';
import { timeRangeQuery, toTimeRange } from '../health/time-range.ts';
import { loadBalancingRoute } from '../load-balancing-routes.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { type HealthCheckEvent, healthCheckEventStore } from './health-check-event-store.ts';
import { healthCheckBase, healthCheckTag } from './health-check-routes.ts';
import { healthName } from './health-check-state.ts';

const EventQuery = Type.Object({
  ...pagingQuery({ default: 100, min: 1, max: 1000 }),
  ...timeRangeQuery,
  healthcheck_id: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  status: Type.Optional(Type.Enum(['healthy', 'unhealthy'])),
});

const Health = Type.Enum(['unknown', 'healthy', 'unhealthy']);

const EventResponse = Type.Object({
  id: Type.Integer(),
  timestamp: Type.String(),
  /** Its name and address at that time. */
  healthcheck: Type.Object({ id: Type.String(), name: Type.String(), address: Type.String() }),
  status: Health,
  previous_status: Health,
  failure_reason: Type.String(),
  /** 0 if there was no HTTP response. */
  response_code: Type.Integer(),
  /** `12.1ms` */
  rtt: Type.String(),
});

export function healthCheckEventRoutes(database: LoadBalancingDatabase): Route[] {
  return [
    loadBalancingRoute(healthCheckTag)({
      method: 'GET',
      path: `${healthCheckBase}/events`,
      operation: 'health-check-events-list',
      summary: 'List changes of the health of the health checks of a zone, newest first',
      access: { kind: 'capability', capability: 'health-check:read' },
      query: EventQuery,
      response: EventResponse,
      list: true,
      async handle({ params: { zone_id: zoneId }, query }) {
        const { healthcheck_id: healthCheckId, status } = query;
        const healthy = status === undefined ? undefined : status === 'healthy';
        const wanted = { ...toPageRequest(query), ...toTimeRange(query) };
        const page = await healthCheckEventStore.list(database.read, {
          ...wanted,
          zoneId,
          healthCheckId,
          healthy,
        });
        return okPage(mapPage(page, eventResponse));
      },
    }),
  ];
}

function eventResponse(event: HealthCheckEvent) {
  return {
    id: event.seq,
    timestamp: toMicrosecondText(event.created_at),
    healthcheck: { id: event.health_check_id, name: event.name, address: event.address },
    status: healthName(fromFlag(event.healthy)),
    previous_status: healthName(fromFlag(event.was_healthy)),
    failure_reason: event.failure_reason,
    response_code: event.response_code ?? 0,
    rtt: `${event.round_trip_ms.toFixed(1)}ms`,
  };
}
