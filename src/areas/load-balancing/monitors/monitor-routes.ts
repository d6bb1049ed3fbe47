import { type Static, Type } from 'typebox';
import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import type { Route } from '../../../http/route.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { referenceStore } from '../references/reference-store.ts';
import {
  listBounds,
  type ResourceRoutesOptions,
  referenceRoute,
  resourceRoutes,
} from '../resource-routes.ts';
import type { ResourceService } from '../resource-service.ts';
import { MonitorReadModel } from './monitor-read-model.ts';
import {
  MonitorBody,
  type MonitorDocument,
  type MonitorRecord,
  MonitorResponse,
  monitorResponse,
} from './monitor-schema.ts';

const ListQuery = Type.Object(pagingQuery(listBounds));

export function monitorRoutes(
  database: LoadBalancingDatabase,
  monitors: ResourceService<MonitorDocument, MonitorRecord>,
): Route[] {
  const lists = new MonitorReadModel(database);
  const options: ResourceRoutesOptions<MonitorDocument, MonitorRecord> = {
    base: '/accounts/:account_id/load_balancers/monitors',
    idParam: 'monitor_id',
    prefix: 'monitors',
    tag: 'Monitors',
    noun: 'monitor',
    read: 'pool:read',
    write: 'pool:write',
    body: MonitorBody,
    patchBody: MonitorBody,
    response: MonitorResponse,
    listQuery: ListQuery,
    resources: monitors,
    toResponse: monitorResponse,
    scopeOf: async ({ account_id: accountId }) => ({ accountId, zone: undefined }),
    list: ({ accountId }, query) =>
      lists.list(accountId, toPageRequest(query as Static<typeof ListQuery>)),
  };
  return [
    ...resourceRoutes(options),
    referenceRoute(options, (id) => referenceStore.poolsOfMonitor(database.read, id)),
  ];
}
