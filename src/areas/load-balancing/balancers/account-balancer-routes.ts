import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import type { Principal } from '../../../http/principal.ts';
import { ok, okPage, type Route } from '../../../http/route.ts';
import { mapPage } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import { resourceErrors } from '../load-balancing-errors.ts';
import { listBounds, loadBalancingRoute } from '../load-balancing-routes.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { readerBalancerResponse } from './balancer-kind.ts';
import { type BalancerRecord, BalancerResponse, balancerResponse } from './balancer-schema.ts';
import type { BalancerStore } from './balancer-store.ts';

const base = '/accounts/:account_id/load_balancers';
const access = { kind: 'capability', capability: 'pool:read' } as const;

/** The load balancers of all zones of an account that the caller may read. They are written through their zones. */
export function accountBalancerRoutes(
  { read }: LoadBalancingDatabase,
  store: BalancerStore,
): Route[] {
  const route = loadBalancingRoute('Load balancers');
  const shownTo = (principal: Principal) => (balancer: BalancerRecord) => {
    const { zoneId, accountId } = balancer;
    const mayWrite = principal.allows('load-balancer:write', { type: 'zone', zoneId, accountId });
    return mayWrite ? balancerResponse(balancer) : readerBalancerResponse(balancer);
  };
  const reachOf = (principal: Principal) => principal.reach('load-balancer:read');
  return [
    route({
      method: 'GET',
      path: base,
      operation: 'account-load-balancers-list',
      summary: 'List the load balancers of all zones of an account',
      access,
      query: Type.Object(pagingQuery(listBounds)),
      response: BalancerResponse,
      list: true,
      async handle({ params, query, principal }) {
        const page = toPageRequest(query);
        const found = await store.listOfAccount(read, params.account_id, reachOf(principal), page);
        return okPage(mapPage(found, shownTo(principal)));
      },
    }),
    route({
      method: 'GET',
      path: `${base}/:load_balancer_id`,
      operation: 'account-load-balancers-get',
      summary: 'Read a load balancer of any zone of an account',
      access,
      response: BalancerResponse,
      async handle({ params, principal }) {
        const id = params['load_balancer_id'] ?? '';
        const reach = reachOf(principal);
        const one = { page: 1, perPage: 1 };
        const found = await store.listOfAccount(read, params.account_id, reach, one, id);
        const [balancer] = found.items;
        if (!balancer) throw resourceErrors('load_balancer').notFound(id);
        return ok(shownTo(principal)(balancer));
      },
    }),
  ];
}
