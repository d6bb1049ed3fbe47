import { ApiError } from '../../../http/api-error.ts';
import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import { ok, okPage, type Route } from '../../../http/route.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import { accountOfPath, resourceRoutes } from '../../../resources/resource-routes.ts';
import { accountScope } from '../../../resources/scope.ts';
import { invalid } from '../load-balancing-errors.ts';
import { listBounds, loadBalancingRoute, sharedRouteOptions } from '../load-balancing-routes.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { referenceRoute } from '../references/reference-routes.ts';
import { referenceStore } from '../references/reference-store.ts';
import type { PoolReadModel } from './pool-read-model.ts';
import {
  NotificationMigrationResponse,
  PoolBody,
  PoolBulkBody,
  PoolResponse,
  poolResponse,
} from './pool-schema.ts';
import type { PoolService } from './pool-service.ts';
import { type ListRange, poolStore } from './pool-store.ts';

const base = '/accounts/:account_id/load_balancers/pools';
const tag = 'Pools';
const BULK_DEFAULT = 25;
const BULK_MAX = 1000;

const ListQuery = Type.Object({
  ...pagingQuery(listBounds),
  monitor: Type.Optional(Type.String({ maxLength: 64 })),
  name: Type.Optional(Type.String({ maxLength: 200 })),
});

const size = Type.Optional(Type.Integer({ minimum: 1, maximum: BULK_MAX }));
const BulkQuery = Type.Object({
  limit: size,
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
  per_page: size,
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
});

export interface PoolRoutesOptions {
  readonly database: LoadBalancingDatabase;
  readonly pools: PoolService;
  readonly lists: PoolReadModel;
}

export function poolRoutes({ database: { read }, pools, lists }: PoolRoutesOptions): Route[] {
  const location = {
    resources: pools,
    tag,
    operations: 'pools',
    base,
    idParam: 'pool_id',
    scopeOf: accountOfPath,
  };
  return [
    ...resourceRoutes({
      ...sharedRouteOptions,
      ...location,
      document: PoolBody,
      response: PoolResponse,
      listQuery: ListQuery,
      list: (scope, { monitor, name, ...page }) =>
        poolStore.list(read, scope, {
          ...toPageRequest(page),
          where: { monitor_id: monitor, name },
          orderBy: ['name'],
        }),
    }),
    referenceRoute(location, async (id, balancers) => [
      ...(await referenceStore.balancersOf(read, id, balancers)),
      ...(await referenceStore.monitorOf(read, id)),
    ]),
    bulkRoute(pools),
    migrationRoute(lists),
  ];
}

/** For the migration from notifications of pools to those of accounts: clients clear the emails page by page. */
function bulkRoute(pools: PoolService): Route {
  return loadBalancingRoute(tag)({
    method: 'PATCH',
    path: base,
    operation: 'pools-bulk-change',
    summary: 'Set or remove the notification email of a page of pools, in the order of their names',
    access: { kind: 'capability', capability: 'pool:write' },
    query: BulkQuery,
    body: PoolBulkBody,
    response: PoolResponse,
    list: true,
    async handle({ params, query, body, principal }) {
      const range = toListRange(query);
      const { notification_email: email } = body;
      if (email === undefined) {
        throw invalid(
          '/notification_email',
          'give the email to set, or an empty text to remove it',
        );
      }
      const scope = accountScope(params.account_id);
      const changed = await pools.setEmail(principal.actor, scope, email, range);
      return okPage({
        items: changed.pools.map(poolResponse),
        totalCount: changed.total,
        page: Math.floor(range.offset / range.limit) + 1,
        perPage: range.limit,
      });
    },
  });
}

function toListRange({
  limit,
  offset,
  page,
  per_page: perPage,
}: Static<typeof BulkQuery>): ListRange {
  const byOffset = limit !== undefined || offset !== undefined;
  const byPage = page !== undefined || perPage !== undefined;
  if (byOffset && byPage) {
    const problem = 'choose pools either with "limit" and "offset" or with "per_page" and "page"';
    throw new ApiError('invalidQuery', { problem });
  }
  const size = limit ?? perPage ?? BULK_DEFAULT;
  return { limit: size, offset: offset ?? ((page ?? 1) - 1) * size };
}

function migrationRoute(lists: PoolReadModel): Route {
  return loadBalancingRoute(tag)({
    method: 'GET',
    path: '/accounts/:account_id/load_balancers/notification_migration',
    operation: 'pools-notification-migration',
    summary: 'List the pools that still have a notification email',
    access: { kind: 'capability', capability: 'pool:read' },
    response: NotificationMigrationResponse,
    async handle({ params }) {
      const { total, pools } = await lists.emailUse(params.account_id);
      return ok({ total, remaining: pools.length, pools });
    },
  });
}
