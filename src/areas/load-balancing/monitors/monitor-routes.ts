import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import type { Route } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import { accountOfPath, resourceRoutes } from '../../../resources/resource-routes.ts';
import { listBounds, sharedRouteOptions } from '../load-balancing-routes.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { referenceRoute } from '../references/reference-routes.ts';
import { referenceStore } from '../references/reference-store.ts';
import type { MonitorService } from './monitor-kind.ts';
import { MonitorBody, MonitorResponse } from './monitor-schema.ts';
import type { MonitorStore } from './monitor-store.ts';

export interface MonitorRoutesOptions {
  readonly database: LoadBalancingDatabase;
  readonly monitors: MonitorService;
  readonly store: MonitorStore;
}

export function monitorRoutes({ database, monitors, store }: MonitorRoutesOptions): Route[] {
  const { read } = database;
  const location = {
    resources: monitors,
    tag: 'Monitors',
    operations: 'monitors',
    base: '/accounts/:account_id/load_balancers/monitors',
    idParam: 'monitor_id',
    scopeOf: accountOfPath,
  };
  return [
    ...resourceRoutes({
      ...sharedRouteOptions,
      ...location,
      document: MonitorBody,
      response: MonitorResponse,
      listQuery: Type.Object(pagingQuery(listBounds)),
      list: (scope, query) =>
        store.list(read, scope, {
          ...toPageRequest(query),
          orderBy: ['created_at', 'id'],
        }),
    }),
    referenceRoute(location, (id) => referenceStore.usersOfMonitor(read, id)),
  ];
}
