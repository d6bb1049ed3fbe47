import { noContent, ok, okPage, type Route, routeTable } from '../../../http/route.ts';
import { pageOf } from '../../../kernel/page.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import {
  changedDraft,
  PolicyBody,
  PolicyChangeBody,
  PolicyResponse,
  policyResponse,
  toPolicyDraft,
} from './policy-schema.ts';
import type { PolicyService } from './policy-service.ts';

const BASE = '/zones/:zone_id/page_shield/policies';
const ONE = `${BASE}/:policy_id`;

export function policyRoutes(policies: PolicyService, findZone: ZoneFinder): Route[] {
  const route = routeTable({ tag: 'Page policies', service: 'product' });
  const read = { kind: 'capability', capability: 'page-monitoring:read' } as const;
  const write = { kind: 'capability', capability: 'page-monitoring:write' } as const;
  return [
    route({
      method: 'GET',
      path: BASE,
      operation: 'page-policies-list',
      summary: 'List the policies of a zone in the order in which they act',
      access: read,
      response: PolicyResponse,
      list: true,
      async handle({ params }) {
        const all = await policies.list(await findZone(params.zone_id));
        const paging = { page: 1, perPage: Math.max(1, all.length) };
        return okPage(pageOf(all.map(policyResponse), all.length, paging));
      },
    }),
    route({
      method: 'POST',
      path: BASE,
      operation: 'page-policies-create',
      summary: 'Create a policy',
      access: write,
      body: PolicyBody,
      response: PolicyResponse,
      async handle({ params, principal, body }) {
        const zone = await findZone(params.zone_id);
        const draft = toPolicyDraft(body);
        return ok(policyResponse(await policies.create(principal.actor, zone, draft)));
      },
    }),
    route({
      method: 'GET',
      path: ONE,
      operation: 'page-policies-get',
      summary: 'Read a policy',
      access: read,
      response: PolicyResponse,
      async handle({ params }) {
        const zone = await findZone(params.zone_id);
        return ok(policyResponse(await policies.get(zone, params['policy_id'] ?? '')));
      },
    }),
    route({
      method: 'PUT',
      path: ONE,
      operation: 'page-policies-change',
      summary: 'Change a policy: members that are left out stay',
      access: write,
      body: PolicyChangeBody,
      response: PolicyResponse,
      async handle({ params, principal, body }) {
        const zone = await findZone(params.zone_id);
        const id = params['policy_id'] ?? '';
        const changed = await policies.change(principal.actor, zone, id, (policy) =>
          changedDraft(policy, body),
        );
        return ok(policyResponse(changed));
      },
    }),
    route({
      method: 'DELETE',
      path: ONE,
      operation: 'page-policies-delete',
      summary: 'Delete a policy',
      access: write,
      async handle({ params, principal }) {
        const zone = await findZone(params.zone_id);
        await policies.delete(principal.actor, zone, params['policy_id'] ?? '');
        return noContent;
      },
    }),
  ];
}
