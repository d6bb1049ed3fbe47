import type { Static } from 'typebox';
import { type Notice, notice } from '../../../http/envelope.ts';
import { requireInstallationAdmin } from '../../../http/guard.ts';
import type { Principal } from '../../../http/principal.ts';
import { ok, type Route, type RouteResult, routeTable } from '../../../http/route.ts';
import type { PlatformDatabase } from '../platform-tables.ts';
import { planNotices } from '../zone-settings/zone-setting-schema.ts';
import type { ZoneSettingService } from '../zone-settings/zone-setting-service.ts';
import type { ZoneService } from '../zones/zone-service.ts';
import {
  NO_FREQUENCY,
  SubscriptionBody,
  SubscriptionResponse,
  subscriptionResponse,
} from './subscription-schema.ts';
import { subscriptionStore } from './subscription-store.ts';

const PATH = '/zones/:zone_id/subscription';

/** The subscription of a zone is its plan. Nothing is billed. */
export function subscriptionRoutes(
  zones: ZoneService,
  settings: ZoneSettingService,
  database: PlatformDatabase,
): Route[] {
  const route = routeTable({ tag: 'Zones', service: 'core' });
  const show = async (zoneId: string, notices: readonly Notice[] = []): Promise<RouteResult> => {
    const { plan } = await zones.get(zoneId);
    const frequency = await subscriptionStore.findFrequency(database.read, zoneId);
    return ok(subscriptionResponse({ zoneId, plan, frequency }), notices);
  };
  const write = async (
    zoneId: string,
    principal: Principal,
    { rate_plan: ratePlan, frequency }: Static<typeof SubscriptionBody>,
  ): Promise<RouteResult> => {
    requireInstallationAdmin(principal, 'change plans');
    const change = ratePlan?.id === undefined ? {} : { plan: ratePlan.id };
    if (change.plan === undefined && frequency === undefined) return await show(zoneId);
    const { plan } = await zones.update(principal.actor, zoneId, change, {
      planPointer: '/rate_plan/id',
      also: async (tx) => {
        if (frequency === undefined) return;
        if (frequency === null || frequency === NO_FREQUENCY) {
          await subscriptionStore.deleteFrequency(tx, zoneId);
        } else await subscriptionStore.saveFrequency(tx, zoneId, frequency);
      },
    });
    return await show(zoneId, [
      ...(frequency && frequency !== NO_FREQUENCY ? [notice('nothingBilled')] : []),
      ...planNotices(plan, await settings.beyondPlan(zoneId, plan)),
    ]);
  };
  const written = {
    path: PATH,
    access: { kind: 'capability', capability: 'zone:write' },
    body: SubscriptionBody,
    response: SubscriptionResponse,
  } as const;
  return [
    route({
      method: 'GET',
      path: PATH,
      operation: 'zone-subscription-get',
      summary: 'Get the plan of a zone as a subscription',
      access: { kind: 'capability', capability: 'zone:read' },
      response: SubscriptionResponse,
      handle: ({ params }) => show(params.zone_id),
    }),
    route({
      ...written,
      method: 'POST',
      operation: 'zone-subscription-create',
      summary: 'Set the plan of a zone; only for administrators of the installation',
      handle: ({ params, principal, body }) => write(params.zone_id, principal, body),
    }),
    route({
      ...written,
      method: 'PUT',
      operation: 'zone-subscription-update',
      summary: 'Change the plan of a zone; only for administrators of the installation',
      handle: ({ params, principal, body }) => write(params.zone_id, principal, body),
    }),
  ];
}
