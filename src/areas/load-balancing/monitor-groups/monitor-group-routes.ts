import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import type { Route } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import { accountOfPath, resourceRoutes } from '../../../resources/resource-routes.ts';
import { listBounds, sharedRouteOptions } from '../load-balancing-routes.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { referenceRoute } from '../references/reference-routes.ts';
import { referenceStore } from '../references/reference-store.ts';
import type { MonitorGroupService } from './monitor-group-kind.ts';
import { MonitorGroupBody, MonitorGroupResponse } from './monitor-group-schema.ts';
import { monitorGroupStore } from './monitor-group-store.ts';

export function monitorGroupRoutes(
  { read }: LoadBalancingDatabase,
  groups: MonitorGroupService,
): Route[] {
  const location = {
    resources: groups,
    tag: 'Monitor groups',
    operations: 'monitor-groups',
    base: '/accounts/:account_id/load_balancers/monitor_groups',
    idParam: 'monitor_group_id',
    scopeOf: accountOfPath,
  };
  return [
    ...resourceRoutes({
      ...sharedRouteOptions,
      ...location,
      deletion: 'document',
      document: MonitorGroupBody,
      response: MonitorGroupResponse,
      listQuery: Type.Object(pagingQuery(listBounds)),
      list: (scope, query) =>
        monitorGroupStore.list(read, scope, {
          ...toPageRequest(query),
          orderBy: ['created_at', 'id'],
        }),
    }),
    referenceRoute(location, async (id) => [
      ...(await referenceStore.poolsOfGroup(read, id)),
      ...(await referenceStore.monitorsOfGroup(read, id)),
    ]),
  ];
}
