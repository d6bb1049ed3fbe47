import { firstOf } from '../../../http/gap-notices.ts';
import { requireCapability } from '../../../http/guard.ts';
import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import type { Principal } from '../../../http/principal.ts';
import { type ApiRequest, okPage, type PathParams, type Route } from '../../../http/route.ts';
import { isHostOf } from '../../../kernel/host-name.ts';
import { mapPage } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import type { ZoneDirectory, ZoneName } from '../../platform/zones/zone-read-model.ts';
import { invalid, resourceErrors } from '../load-balancing-errors.ts';
import { listBounds, loadBalancingRoute } from '../load-balancing-routes.ts';
import type { LoadBalancingDatabase } from '../load-balancing-tables.ts';
import { readerBalancerResponse } from './balancer-kind.ts';
import { balancerHost } from './balancer-model.ts';
import { type BalancerRecord, BalancerResponse, balancerResponse } from './balancer-schema.ts';
import type { BalancerStore } from './balancer-store.ts';

const base = '/accounts/:account_id/load_balancers';

export interface AccountBalancerRoutesOptions {
  readonly database: LoadBalancingDatabase;
  readonly store: BalancerStore;
  readonly zones: Pick<ZoneDirectory, 'namesOf'>;
  /** The routes of the load balancers of a zone. */
  readonly zoneRoutes: readonly Route[];
}

/** The zone that a call is about, as the guard checks capabilities on it. */
type ZoneResource = ReturnType<typeof zoneResource>;

/**
 * The load balancers of all zones of an account. Each call but the list finds the zone, by the id or the name of the load
 * balancer, and is then the call for that zone, with the same permission.
 */
export function accountBalancerRoutes(options: AccountBalancerRoutesOptions): Route[] {
  const { zoneRoutes } = options;
  const rest = zoneRoutes.filter(({ method, path }) => method !== 'GET' || isOfOne(path));
  return [listRoute(options), ...rest.map((route) => accountRoute(options, route))];
}

const isOfOne = (path: string) => path.endsWith('/:load_balancer_id');

function listRoute({ database, store }: AccountBalancerRoutesOptions): Route {
  const shownTo = (principal: Principal) => (balancer: BalancerRecord) => {
    const mayWrite = principal.allows('load-balancer:write', zoneResource(balancer));
    return mayWrite ? balancerResponse(balancer) : readerBalancerResponse(balancer);
  };
  return loadBalancingRoute('Load balancers')({
    method: 'GET',
    path: base,
    operation: 'account-load-balancers-list',
    summary: 'List the load balancers of all zones of an account',
    access: { kind: 'capability', capability: 'load-balancer:read' },
    query: Type.Object(pagingQuery(listBounds)),
    response: BalancerResponse,
    list: true,
    async handle({ params, query, principal }) {
      const reach = principal.reach('load-balancer:read');
      const page = toPageRequest(query);
      const found = await store.listOfAccount(database.read, params.account_id, reach, page);
      return okPage(mapPage(found, shownTo(principal)));
    },
  });
}

function accountRoute(options: AccountBalancerRoutesOptions, route: Route): Route {
  const { access } = route;
  if (access.kind !== 'capability') throw new Error(`${route.path} has no capability`);
  const zoneOf = isOfOne(route.path) ? zoneOfBalancer : zoneOfName;
  return {
    ...route,
    path: route.path.replace('/zones/:zone_id/load_balancers', base),
    operation: `account-${route.operation}`,
    summary: `${route.summary}; the zone is found by its ${isOfOne(route.path) ? 'id' : 'name'}`,
    async handle(request) {
      const called = request as ApiRequest<PathParams>;
      const zone = await zoneOf(options, called);
      requireCapability(called.principal, access.capability, zone);
      return await route.handle({ ...called, params: { ...called.params, zone_id: zone.zoneId } });
    },
  };
}

async function zoneOfBalancer(
  { database, store }: AccountBalancerRoutesOptions,
  { params, principal }: ApiRequest<PathParams>,
): Promise<ZoneResource> {
  const id = params['load_balancer_id'] ?? '';
  const reach = principal.reach('load-balancer:read');
  const one = { page: 1, perPage: 1 };
  const { items } = await store.listOfAccount(database.read, params.account_id, reach, one, id);
  if (!items[0]) throw resourceErrors('load_balancer').notFound(id);
  return zoneResource(items[0]);
}

/** The zone with the longest name that the new load balancer is in, of those that the caller may know about. */
async function zoneOfName(
  { zones }: AccountBalancerRoutesOptions,
  { params, body, principal }: ApiRequest<PathParams>,
): Promise<ZoneResource> {
  const { name } = body as { readonly name: string };
  const host = balancerHost(name);
  const all = await zones.namesOf(params.account_id);
  const [closest] = all
    .filter((zone) => isHostOf(host, zone.name) && principal.knows(resourceOf(zone)))
    .toSorted((a, b) => b.name.length - a.name.length);
  if (closest) return resourceOf(closest);
  const usable = all.filter((zone) => principal.allows('load-balancer:write', resourceOf(zone)));
  throw invalid('/name', `"${name}" is in no zone of this account: ${remedy(usable)}`);
}

function remedy(usable: readonly ZoneName[]): string {
  if (usable.length === 0) {
    return 'there is none in which this credential may write load balancers; create the zone first';
  }
  const names = firstOf(usable.map(({ name }) => name).toSorted());
  return `use the name of one of its zones or a name below it (${names}), or create the zone first`;
}

const zoneResource = ({ zoneId, accountId }: { zoneId: string; accountId: string }) =>
  ({ type: 'zone', zoneId, accountId }) as const;
const resourceOf = ({ id, accountId }: ZoneName) => zoneResource({ zoneId: id, accountId });
