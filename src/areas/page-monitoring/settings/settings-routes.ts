import { ok, type Route, routeTable } from '../../../http/route.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import {
  SettingsBody,
  SettingsChangeResponse,
  SettingsResponse,
  settingsChangeResponse,
  settingsResponse,
  toSettingsChange,
} from './settings-schema.ts';
import type { SettingsService } from './settings-service.ts';

const PATH = '/zones/:zone_id/page_shield';

export function settingsRoutes(settings: SettingsService, findZone: ZoneFinder): Route[] {
  const route = routeTable({ tag: 'Page monitoring', service: 'product' });
  return [
    route({
      method: 'GET',
      path: PATH,
      operation: 'page-settings-get',
      summary: 'Read the page monitoring settings of a zone',
      access: { kind: 'capability', capability: 'page-monitoring:read' },
      response: SettingsResponse,
      async handle({ params }) {
        const zone = await findZone(params.zone_id);
        return ok(settingsResponse(await settings.get(zone)));
      },
    }),
    route({
      method: 'PUT',
      path: PATH,
      operation: 'page-settings-change',
      summary: 'Change page monitoring settings of a zone; omitted members keep their values',
      access: { kind: 'capability', capability: 'page-monitoring:write' },
      body: SettingsBody,
      response: SettingsChangeResponse,
      async handle({ params, principal, body }) {
        const zone = await findZone(params.zone_id);
        const change = toSettingsChange(body);
        const changed = await settings.change(principal.actor, zone, change);
        return ok(settingsChangeResponse(changed, change));
      },
    }),
  ];
}
