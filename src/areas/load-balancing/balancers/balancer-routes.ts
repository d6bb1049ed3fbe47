import { gapNotices, tokenNotices } from '../../../http/gap-notices.ts';
import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import type { Route } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import { resourceRoutes, zoneOfPath } from '../../../resources/resource-routes.ts';
import { zoneFinder } from '../../../resources/scope.ts';
import type { ZoneDirectory } from '../../platform/zones/zone-read-model.ts';
import { listBounds, sharedRouteOptions } from '../load-balancing-routes.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import type { BalancerService } from './balancer-kind.ts';
import { BalancerBody, BalancerResponse } from './balancer-schema.ts';
import type { BalancerStore } from './balancer-store.ts';
import type { ConditionLanguage } from './condition-language.ts';

export interface BalancerRoutesOptions {
  readonly database: LoadBalancingDatabase;
  readonly balancers: BalancerService;
  readonly store: BalancerStore;
  readonly zones: ZoneDirectory;
  readonly conditions: ConditionLanguage;
}

export function balancerRoutes(options: BalancerRoutesOptions): Route[] {
  const { database, balancers, store, zones, conditions } = options;
  return resourceRoutes({
    ...sharedRouteOptions,
    resources: balancers,
    tag: 'Load balancers',
    operations: 'load-balancers',
    base: '/zones/:zone_id/load_balancers',
    idParam: 'load_balancer_id',
    document: BalancerBody,
    response: BalancerResponse,
    noticesOf: ({ rules = [] }) => {
      const texts = rules.map(({ condition = '' }) => condition);
      const gaps = texts.map((text, n) => ({ where: `rule ${n + 1}`, ...conditions.gapsIn(text) }));
      return [...gapNotices(gaps), ...tokenNotices(texts)];
    },
    listQuery: Type.Object(pagingQuery(listBounds)),
    scopeOf: zoneOfPath(zoneFinder(zones, balancers.kind.read)),
    list: (zone, query) =>
      store.list(database.read, zone, { ...toPageRequest(query), orderBy: ['name'] }),
  });
}
