import { orDefault } from '../../../http/common-schema.ts';
import { type Notice, notice } from '../../../http/envelope.ts';
import { ok, type Route, type RouteResult, routeTable } from '../../../http/route.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import { isHeld, type ZoneHold } from './zone-hold-model.ts';
import {
  HoldCreateBody,
  HoldCreateQuery,
  HoldPatchBody,
  HoldReleaseQuery,
  HoldResponse,
  holdResponse,
  readHoldAfter,
} from './zone-hold-schema.ts';
import type { ZoneHoldService } from './zone-hold-service.ts';

const PATH = '/zones/:zone_id/hold';

export function zoneHoldRoutes(
  holds: ZoneHoldService,
  findZone: ZoneFinder,
  clock: Clock,
): Route[] {
  const route = routeTable({ tag: 'Zones', service: 'core' });
  const shown = (hold: ZoneHold, notices: readonly Notice[] = []): RouteResult =>
    ok(holdResponse(hold, clock.now()), notices);
  const written = (hold: ZoneHold): RouteResult => {
    if (hold.holdAfter === null || hold.includeSubdomains) return shown(hold);
    return shown(hold, [notice('holdIdle')]);
  };
  const unchanged = (hold: ZoneHold, reason: string) =>
    shown(hold, [notice('noChange', { reason })]);
  return [
    route({
      method: 'GET',
      path: PATH,
      operation: 'zone-hold-get',
      summary: 'Get the hold of a zone, which prevents other accounts from creating zones below it',
      access: { kind: 'capability', capability: 'zone:read' },
      response: HoldResponse,
      async handle({ params }) {
        return shown(await holds.get(await findZone(params.zone_id)));
      },
    }),
    route({
      method: 'POST',
      path: PATH,
      operation: 'zone-hold-create',
      summary: 'Hold the name of a zone, and with include_subdomains all names below it',
      access: { kind: 'capability', capability: 'zone:write' },
      query: HoldCreateQuery,
      body: HoldCreateBody,
      response: HoldResponse,
      async handle({ params, principal, query, body }) {
        const zone = await findZone(params.zone_id);
        const { include_subdomains: includeSubdomains = query.include_subdomains ?? false } = body;
        const wanted = body.hold_after
          ? readHoldAfter(body.hold_after, 'body')
          : query.hold_after
            ? readHoldAfter(query.hold_after, 'query')
            : undefined;
        const hold = await holds.update(principal.actor, zone, (_before, now) => ({
          includeSubdomains,
          holdAfter: wanted ?? now,
        }));
        return written(hold);
      },
    }),
    route({
      method: 'PATCH',
      path: PATH,
      operation: 'zone-hold-edit',
      summary: 'Change the hold of a zone',
      access: { kind: 'capability', capability: 'zone:write' },
      body: HoldPatchBody,
      response: HoldResponse,
      async handle({ params, principal, body }) {
        const zone = await findZone(params.zone_id);
        const { hold_after: text } = body;
        const subdomains = orDefault(body.include_subdomains, false);
        const wanted = text ? readHoldAfter(text, 'body') : undefined;
        const hold = await holds.update(principal.actor, zone, (before, now) => ({
          includeSubdomains: subdomains ?? before.includeSubdomains,
          holdAfter: wanted ?? (text === '' ? now : text === null ? null : before.holdAfter),
        }));
        if (hold.holdAfter !== null || text === null) return written(hold);
        const reason = 'the zone has no hold; POST creates one';
        return shown(hold, [notice('memberIdle', { pointer: '/include_subdomains', reason })]);
      },
    }),
    route({
      method: 'DELETE',
      path: PATH,
      operation: 'zone-hold-release',
      summary: 'End the hold of a zone, or suspend it until the time in hold_after',
      access: { kind: 'capability', capability: 'zone:write' },
      query: HoldReleaseQuery,
      response: HoldResponse,
      async handle({ params, principal, query }) {
        const zone = await findZone(params.zone_id);
        const { hold_after: text } = query;
        const holdAfter = text === undefined ? null : readHoldAfter(text, 'query');
        const hold = await holds.update(principal.actor, zone, (before) => ({
          ...before,
          // A zone without a hold has nothing to suspend.
          holdAfter: before.holdAfter === null ? null : holdAfter,
        }));
        if (holdAfter === null) return shown(hold);
        if (hold.holdAfter === null) return unchanged(hold, 'the zone has no hold');
        return isHeld(hold, clock.now())
          ? unchanged(hold, 'the time in "hold_after" has passed, so the hold stays in force')
          : shown(hold);
      },
    }),
  ];
}
