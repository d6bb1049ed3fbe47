import { groupNameFor } from '../../../catalogs/permissions.ts';
import { plans } from '../../../catalogs/plans.ts';
import { ApiError } from '../../../http/api-error.ts';
import { DirectionQuery, IdResponse } from '../../../http/common-schema.ts';
import { notice } from '../../../http/envelope.ts';
import {
  isInstallationAdmin,
  requireCapability,
  requireInstallationAdmin,
} from '../../../http/guard.ts';
import { coreBounds, pagingQuery, toPageRequest } from '../../../http/paging.ts';
import type { Principal, ReachScope } from '../../../http/principal.ts';
import { ok, okPage, type Route, routeTable } from '../../../http/route.ts';
import { isHexId } from '../../../kernel/hex-id.ts';
import { mapPage, pageOf } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import type { AccountReadModel } from '../accounts/account-read-model.ts';
import { planNotices } from '../zone-settings/zone-setting-schema.ts';
import type { ZoneSettingService } from '../zone-settings/zone-setting-service.ts';
import { type Zone, type ZoneType, zoneDefaults, zoneStatuses, zoneTypes } from './zone-model.ts';
import { type ZoneOrder, type ZoneReadModel, zoneOrders } from './zone-read-model.ts';
import {
  PlanResponse,
  planResponse,
  type ZoneCreate,
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
  /** Comma-separated types. */
  type: Type.Optional(
    Type.String({
      pattern: `^(${zoneTypes.join('|')})(,(${zoneTypes.join('|')}))*$`,
      'x-expected': `one or more of ${zoneTypes.join(', ')}, separated by commas`,
    }),
  ),
  match: Type.Enum(['all', 'any'], { default: 'all' }),
  order: Type.Enum(Object.keys(zoneOrders) as ZoneOrder[], { default: 'name' }),
  direction: DirectionQuery('asc'),
});

export function zoneRoutes(
  zones: ZoneService,
  lists: ZoneReadModel,
  accounts: AccountReadModel,
  settings: ZoneSettingService,
): Route[] {
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
        const { name, type, paused, vanity_name_servers: vanityNameServers } = body;
        const accountId = accountOf(body) ?? (await soleAccount(accounts, principal));
        requireCapability(principal, 'zone:write', { type: 'zone', zoneId: '', accountId });
        const zone = await zones.create(principal.actor, {
          name,
          type,
          paused,
          vanityNameServers,
          accountId,
          mayOverlapOthers: isInstallationAdmin(principal),
        });
        const reason = 'there are no DNS records to look for';
        const idle = notice('memberIdle', { pointer: '/jump_start', reason });
        return ok(show(zone, principal), body.jump_start ? [idle] : []);
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
        const zone = await zones.update(principal.actor, params.zone_id, change);
        if (change.plan === undefined) return ok(show(zone, principal));
        const beyond = await settings.beyondPlan(zone.id, zone.plan);
        return ok(show(zone, principal), planNotices(zone.plan, beyond));
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

/** The account of a new zone. It is only in the body, so the guard cannot check the capability on it. */
function accountOf({ account, organization }: ZoneCreate): string | undefined {
  const name = account?.id === undefined ? 'organization' : 'account';
  const id = account?.id ?? organization?.id;
  const { id: older = id } = organization ?? {};
  if (older !== id) throw invalidId('/organization/id', 'must be the same as "/account/id"');
  if (id === undefined || isHexId(id)) return id;
  throw invalidId(`/${name}/id`, 'must be an id of 32 hexadecimal characters');
}

function invalidId(pointer: string, problem: string): ApiError {
  return new ApiError('invalidBody', { problem: `"${pointer}" ${problem}` }, { pointer });
}

/** The only account in which the caller can create zones. */
async function soleAccount(accounts: AccountReadModel, principal: Principal): Promise<string> {
  const reach = principal.reach('zone:write');
  const isAllZones = ({ zoneId }: ReachScope) => zoneId === '*';
  const allow = reach.allow.filter(isAllZones);
  if (allow.length === 0) {
    const permission = groupNameFor('zone:write');
    throw new ApiError('permissionMissing', { permission, scope: 'on all zones of an account' });
  }
  const id = await accounts.soleWithin({ allow, deny: reach.deny.filter(isAllZones) });
  if (id === undefined) throw new ApiError('accountNeeded', {}, { pointer: '/account' });
  return id;
}

/** If one member has a value, null members are ignored: declarative clients always send all members. */
function singleChange(body: ZonePatch): ZoneChange {
  const set = Object.entries(body).filter(([, value]) => value !== null);
  const members = set.length === 0 ? Object.entries(body) : set;
  const { length: count } = members;
  if (count !== 1) throw new ApiError('zonePatchOneMember', { count });
  const change: ZonePatch = Object.fromEntries(members);
  const { paused, type, vanity_name_servers: vanityNameServers, plan } = change;
  if (paused !== undefined) return { paused: paused ?? zoneDefaults.paused };
  if (type !== undefined) return { type: type ?? zoneDefaults.type };
  if (vanityNameServers !== undefined) {
    return { vanityNameServers: vanityNameServers ?? zoneDefaults.vanityNameServers };
  }
  return { plan: plan ? (plan.id ?? plan.legacy_id ?? '') : zoneDefaults.plan };
}
