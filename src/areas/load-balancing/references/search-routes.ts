import { pagingQuery, toPageRequest } from '../../../http/paging.ts';
import { ok, type Route } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import { loadBalancingRoute } from '../load-balancing-routes.ts';
import { ReferenceResponse, referenceResponse } from './reference-routes.ts';
import type { SearchReadModel } from './search-read-model.ts';

const SearchQuery = Type.Object({
  ...pagingQuery({ default: 25, min: 1, max: 1000 }),
  query: Type.String({ maxLength: 253, default: '' }),
  references: Type.Enum(['', '*', 'referral', 'referrer'], { default: '' }),
});

const { reference_type: _, ...resource } = ReferenceResponse.properties;
const SearchResponse = Type.Object({
  resources: Type.Array(
    Type.Object({ ...resource, references: Type.Optional(Type.Array(ReferenceResponse)) }),
  ),
});

const directions = {
  '': [],
  '*': ['referral', 'referrer'],
  referral: ['referral'],
  referrer: ['referrer'],
} as const;

export function searchRoutes(searches: SearchReadModel): Route[] {
  return [
    loadBalancingRoute('Load balancing search')({
      method: 'GET',
      path: '/accounts/:account_id/load_balancers/search',
      operation: 'load-balancing-search',
      summary: 'Find load balancers, pools and monitors by name',
      access: { kind: 'capability', capability: 'pool:read' },
      query: SearchQuery,
      response: SearchResponse,
      async handle({ params, query, principal }) {
        const found = await searches.search({
          accountId: params.account_id,
          text: query.query,
          balancers: principal.reach('load-balancer:read'),
          directions: directions[query.references],
          ...toPageRequest(query),
        });
        const resources = found.items.map(({ type, id, name, references }) => ({
          resource_type: type,
          resource_id: id,
          resource_name: name,
          ...(query.references !== '' && { references: references.map(referenceResponse) }),
        }));
        return ok({ resources });
      },
    }),
  ];
}
