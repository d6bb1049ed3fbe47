import { type Static, Type } from 'typebox';
import { groupNameFor } from '../../../catalogs/permissions.ts';
import { ApiError } from '../../../http/api-error.ts';
import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import type { Route } from '../../../http/route.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { listBounds, resourceRoutes } from '../resource-routes.ts';
import type { ResourceService } from '../resource-service.ts';
import { zoneScope } from '../zone-scope.ts';
import { BalancerReadModel } from './balancer-read-model.ts';
import {
  BalancerBody,
  type BalancerDocument,
  BalancerPatchBody,
  type BalancerRecord,
  BalancerResponse,
  balancerResponse,
} from './balancer-schema.ts';

const ListQuery = Type.Object(pagingQuery(listBounds));

export interface BalancerRoutesOptions {
  readonly database: LoadBalancingDatabase;
  readonly balancers: ResourceService<BalancerDocument, BalancerRecord>;
  readonly zones: ZoneDirectory;
}

export function balancerRoutes({ database, balancers, zones }: BalancerRoutesOptions): Route[] {
  const lists = new BalancerReadModel(database);
  return resourceRoutes<BalancerDocument, BalancerRecord>({
    base: '/zones/:zone_id/load_balancers',
    idParam: 'load_balancer_id',
    prefix: 'load-balancers',
    tag: 'Load balancers',
    noun: 'load balancer',
    read: 'load-balancer:read',
    write: 'load-balancer:write',
    body: BalancerBody,
    patchBody: BalancerPatchBody,
    response: BalancerResponse,
    listQuery: ListQuery,
    resources: balancers,
    toResponse: balancerResponse,
    async scopeOf({ zone_id: id }) {
      const scope = await zoneScope(zones, id);
      if (scope) return scope;
      // It was there when the guard looked.
      throw new ApiError('invalidZone', { permission: groupNameFor('load-balancer:read') });
    },
    list: ({ zone }, query) =>
      lists.list(zone?.id ?? '', toPageRequest(query as Static<typeof ListQuery>)),
  });
}
