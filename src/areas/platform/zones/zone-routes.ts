import { Type } from 'typebox';
import { plans } from '../../../catalogs/plans.ts';
import { ApiError } from '../../../http/api-error.ts';
import { DirectionQuery, IdResponse } from '../../../http/common-schema.ts';
import {
  isInstallationAdmin,
  requireCapability,
  requireInstallationAdmin,
} from '../../../http/guard.ts';
import { coreBounds, pagingQuery, toPageRequest } from '../../../http/paging.ts';
import type { Principal } from '../../../http/principal.ts';
import { ok, okPage, type Route, routeTable } from '../../../http/route.ts';
import { isHexId } from '../../../kernel/hex-id.ts';
import { mapPage, pageOf } from '../../../kernel/page.ts';
import { type Zone, type ZoneType, zoneStatuses, zoneTypes } from './zone-model.ts';
import { type ZoneOrder, type ZoneReadModel, zoneOrders } from './zone-read-model.ts';
import {
  PlanResponse,
  planResponse,
  ZoneCreateBody,
  type ZonePatch,
  ZonePatchBody,
  ZoneResponse,
  zoneResponse,
} from './zone-schema.ts';
import type { ZoneChange, ZoneService } from './zone-service.ts';

const TextQuery = Type.Optional(Type.String({ minLength: 1, maxLength: 300 }));

const ZoneListQuery = Type.Object({
  ...pagingQuery(coreBounds),
  name: TextQuery,
  'account.id': Type.Optional(Type.String({ maxLength: 32 })),
  'account.name': TextQuery,
  status: Type.Optional(Type.Enum([...zoneStatuses])),
  /** Types with commas between them. */
  type: Type.Optional(
    Type.String({ pattern: `^(${zoneTypes.join('|')})(,(${zoneTypes.join('|')}))*$` }),
  ),
  match: Type.Enum(['all', 'any'], { default: 'all' }),
  order: Type.Enum(Object.keys(zoneOrders) as ZoneOrder[], { default: 'name' }),
  direction: DirectionQuery('asc'),
});

export function zoneRoutes(zones: ZoneService, lists: ZoneReadModel): Route[] {
  const route = routeTable({ tag: 'Zones', service: 'core' });
  return [
    route({
      method: 'GET',
      path: '/zones',
      operation: 'zones-list',
      summary: 'List the zones you can read',
      access: { kind: 'capability', capability: 'zone:read' },
      query: ZoneListQuery,
      response: ZoneResponse,
      list: true,
      async handle({ query, principal }) {
        const page = await lists.list(
          {
            ...toPageRequest(query),
            name: query.name,
            accountId: query['account.id'],
            accountName: query['account.name'],
            status: query.status,
            types: query.type?.split(',') as ZoneType[] | undefined,
            match: query.match,
            order: query.order,
            direction: query.direction,
          },
          principal.reach('zone:read'),
        );
        return okPage(mapPage(page, (zone) => show(zone, principal)));
      },
    }),
    route({
      method: 'POST',
      path: '/zones',
      operation: 'zones-create',
      summary: 'Create a zone; it is active at once',
      access: { kind: 'capability', capability: 'zone:write' },
      body: ZoneCreateBody,
      response: ZoneResponse,
      async handle({ body, principal }) {
        const { name, type, account } = body;
        requireZonesOf(principal, account.id);
        const zone = await zones.create(principal.actor, {
          name,
          type,
          accountId: account.id,
          mayBeBelowOthers: isInstallationAdmin(principal),
        });
        return ok(show(zone, principal));
      },
    }),
    route({
      method: 'GET',
      path: '/zones/:zone_id',
      operation: 'zones-get',
      summary: 'Get a zone',
      access: { kind: 'capability', capability: 'zone:read' },
      response: ZoneResponse,
      async handle({ params, principal }) {
        return ok(show(await zones.get(params.zone_id), principal));
      },
    }),
    route({
      method: 'PATCH',
      path: '/zones/:zone_id',
      operation: 'zones-edit',
      summary: 'Change one property of a zone: pause it, its type, its plan, its name servers',
      access: { kind: 'capability', capability: 'zone:write' },
      body: ZonePatchBody,
      response: ZoneResponse,
      async handle({ params, body, principal }) {
        const change = singleChange(body);
        if (change.plan !== undefined) requireInstallationAdmin(principal, 'change plans');
        return ok(show(await zones.update(principal.actor, params.zone_id, change), principal));
      },
    }),
    route({
      method: 'DELETE',
      path: '/zones/:zone_id',
      operation: 'zones-delete',
      summary: 'Delete a zone and everything configured for it',
      access: { kind: 'capability', capability: 'zone:write' },
      response: IdResponse,
      async handle({ params, principal }) {
        await zones.delete(principal.actor, params.zone_id);
        return ok({ id: params.zone_id });
      },
    }),
    route({
      method: 'PUT',
      path: '/zones/:zone_id/activation_check',
      operation: 'zones-activation-check',
      summary: 'Check whether a pending zone can become active',
      access: { kind: 'capability', capability: 'zone:write' },
      response: IdResponse,
      async handle({ params }) {
        const zone = await zones.get(params.zone_id);
        if (zone.status !== 'pending') throw new ApiError('zoneNotPending');
        return ok({ id: zone.id });
      },
    }),
    route({
      method: 'GET',
      path: '/zones/:zone_id/available_plans',
      operation: 'zones-available-plans',
      summary: 'List the plans a zone can have',
      access: { kind: 'capability', capability: 'zone:read' },
      response: PlanResponse,
      list: true,
      async handle({ params }) {
        const zone = await zones.get(params.zone_id);
        const items = plans.map((plan) => planResponse(plan, plan.legacyId === zone.plan));
        return okPage(pageOf(items, items.length, { page: 1, perPage: items.length }));
      },
    }),
  ];
}

function show(zone: Zone, principal: Principal) {
  const resource = { type: 'zone', zoneId: zone.id, accountId: zone.account.id } as const;
  const mayEdit = principal.allows('zone:write', resource);
  return zoneResponse(zone, mayEdit ? ['#zone:read', '#zone:edit'] : ['#zone:read']);
}

/** The body names the account of a new zone, so the guard cannot check the capability on it. */
function requireZonesOf(principal: Principal, accountId: string): void {
  if (!isHexId(accountId)) {
    const problem = '"/account/id" must be an id of 32 hexadecimal characters';
    throw new ApiError('invalidBody', { problem }, { pointer: '/account/id' });
  }
  requireCapability(principal, 'zone:write', { type: 'zone', zoneId: '', accountId });
}

function singleChange(body: ZonePatch): ZoneChange {
  const count = Object.keys(body).length;
  if (count !== 1) throw new ApiError('zonePatchOneMember', { count });
  if (body.paused !== undefined) return { paused: body.paused };
  if (body.type !== undefined) return { type: body.type };
  if (body.vanity_name_servers) return { vanityNameServers: body.vanity_name_servers };
  return { plan: body.plan?.id ?? body.plan?.legacy_id ?? '' };
}
