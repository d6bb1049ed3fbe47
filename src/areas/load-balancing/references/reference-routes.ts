import type { Reach } from '../../../http/principal.ts';
import { okPage, type Route } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import type { StoredDocument } from '../../../resources/document-store.ts';
import type { ResourceRoutesOptions } from '../../../resources/resource-routes.ts';
import type { AccountScope } from '../../../resources/scope.ts';
import { loadBalancingRoute } from '../load-balancing-routes.ts';
import type { LoadBalancingTables } from '../load-balancing-tables.ts';
import type { Reference } from './reference-model.ts';

export const ReferenceResponse = Type.Object({
  reference_type: Type.Enum(['referral', 'referrer']),
  resource_type: Type.Enum(['load_balancer', 'monitor', 'monitor_group', 'pool']),
  resource_id: Type.String(),
  resource_name: Type.String(),
});

export function referenceResponse({ direction, type, id, name }: Reference) {
  return { reference_type: direction, resource_type: type, resource_id: id, resource_name: name };
}

/** The resources that refer to a resource, and those that it refers to. */
export function referenceRoute<R extends StoredDocument>(
  options: Pick<
    ResourceRoutesOptions<R, AccountScope, LoadBalancingTables>,
    'resources' | 'tag' | 'operations' | 'base' | 'idParam' | 'scopeOf'
  >,
  /** Only references that the caller may see; `balancers` is where the caller may read load balancers. */
  references: (id: string, balancers: Reach) => Promise<readonly Reference[]>,
): Route {
  const { kind } = options.resources;
  return loadBalancingRoute(options.tag)({
    method: 'GET',
    path: `${options.base}/:${options.idParam}/references`,
    operation: `${options.operations}-references`,
    summary: `List the references from and to a ${kind.noun}`,
    access: { kind: 'capability', capability: kind.read },
    response: ReferenceResponse,
    list: true,
    async handle(request) {
      const id = request.params[options.idParam] ?? '';
      await options.resources.get(await options.scopeOf(request), id);
      const found = (await references(id, request.principal.reach('load-balancer:read'))).map(
        referenceResponse,
      );
      const whole = { page: 1, perPage: Math.max(1, found.length), totalCount: found.length };
      return okPage({ items: found, ...whole });
    },
  });
}
