import { notice } from '../../../http/envelope.ts';
import { requireInstallationAdmin } from '../../../http/guard.ts';
import type { Principal } from '../../../http/principal.ts';
import { ok, type Route, type RouteResult, routeTable } from '../../../http/route.ts';
import type { Static } from '../../../kernel/schema.ts';
import { planNotices } from '../zone-settings/zone-setting-schema.ts';
import type { ZoneSettingService } from '../zone-settings/zone-setting-service.ts';
import {
  NO_FREQUENCY,
  SubscriptionBody,
  SubscriptionResponse,
  subscriptionResponse,
} from './subscription-schema.ts';
import type { SubscriptionService } from './subscription-service.ts';

const PATH = '/zones/:zone_id/subscription';

/** The subscription of a zone is its plan. Nothing is billed. */
export function subscriptionRoutes(
  subscriptions: SubscriptionService,
  settings: ZoneSettingService,
): Route[] {
  const route = routeTable({ tag: 'Zones', service: 'core' });
  const write = async (
    zoneId: string,
    principal: Principal,
    { rate_plan: ratePlan, frequency: sent }: Static<typeof SubscriptionBody>,
  ): Promise<RouteResult> => {
    requireInstallationAdmin(principal, 'change plans');
    const change = { plan: ratePlan?.id, frequency: sent === NO_FREQUENCY ? null : sent };
    const subscription = await subscriptions.update(principal.actor, zoneId, change);
    const isEmpty = change.plan === undefined && change.frequency === undefined;
    const reason = 'neither "/rate_plan/id" nor "/frequency" is there';
    const { plan } = subscription;
    return ok(subscriptionResponse(subscription), [
      ...(isEmpty ? [notice('noChange', { reason })] : []),
      ...(change.frequency ? [notice('nothingBilled')] : []),
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
      handle: async ({ params }) =>
        ok(subscriptionResponse(await subscriptions.get(params.zone_id))),
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
