import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import type { Route } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import { resourceRoutes, zoneOfPath } from '../../../resources/resource-routes.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import { listBounds, sharedRouteOptions } from '../load-balancing-routes.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import type { HealthCheckService } from './health-check-kind.ts';
import { idleMembers } from './health-check-notices.ts';
import { HealthCheckBody, HealthCheckResponse } from './health-check-schema.ts';
import type { HealthCheckStore } from './health-check-store.ts';

export const healthCheckBase = '/zones/:zone_id/healthchecks';
export const healthCheckTag = 'Stand-alone health checks';

export interface HealthCheckRoutesOptions {
  readonly database: LoadBalancingDatabase;
  readonly healthChecks: HealthCheckService;
  readonly store: HealthCheckStore;
  readonly findZone: ZoneFinder;
}

export function healthCheckRoutes(options: HealthCheckRoutesOptions): Route[] {
  const { database, healthChecks, store, findZone } = options;
  return resourceRoutes({
    ...sharedRouteOptions,
    resources: healthChecks,
    tag: healthCheckTag,
    operations: 'health-checks',
    base: healthCheckBase,
    idParam: 'healthcheck_id',
    document: HealthCheckBody,
    response: HealthCheckResponse,
    noticesOf: idleMembers,
    listQuery: Type.Object(pagingQuery(listBounds)),
    scopeOf: zoneOfPath(findZone),
    list: (zone, query) =>
      store.list(database.read, zone, { ...toPageRequest(query), orderBy: ['created_at', 'id'] }),
  });
}
