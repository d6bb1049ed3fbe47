import { findZoneSetting } from '../../../catalogs/zone-settings/zone-settings.ts';
import { ApiError } from '../../../http/api-error.ts';
import { notice } from '../../../http/envelope.ts';
import { ok, type Route, routeTable } from '../../../http/route.ts';
import { Type } from '../../../kernel/schema.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import {
  noticesFor,
  readSettingWrite,
  SettingParams,
  SettingPatchBody,
  SettingResponse,
  SettingsPatchBody,
  settingResponse,
  settingsResponse,
} from './zone-setting-schema.ts';
import type { ZoneSettingService } from './zone-setting-service.ts';

const PATH = '/zones/:zone_id/settings';

export function zoneSettingRoutes(settings: ZoneSettingService, findZone: ZoneFinder): Route[] {
  const route = routeTable({ tag: 'Zone settings', service: 'core' });
  return [
    route({
      method: 'GET',
      path: PATH,
      operation: 'zone-settings-list',
      summary: 'List all settings of a zone',
      access: { kind: 'capability', capability: 'zone-setting:read' },
      response: Type.Array(SettingResponse),
      async handle({ params }) {
        return ok(settingsResponse(await settings.list(await findZone(params.zone_id))));
      },
    }),
    route({
      method: 'PATCH',
      path: PATH,
      operation: 'zone-settings-edit-many',
      summary: 'Change several settings of a zone, all of them or none',
      access: { kind: 'capability', capability: 'zone-setting:write' },
      body: SettingsPatchBody,
      response: Type.Array(SettingResponse),
      async handle({ params, principal, body }) {
        const zone = await findZone(params.zone_id);
        const read = body.items.map((item, n) => {
          const pointer = `/items/${n}`;
          const setting = findZoneSetting(item.id);
          if (setting) return readSettingWrite(setting, zone.plan, item, pointer);
          throw new ApiError('unknownSettingName', { id: item.id }, { pointer: `${pointer}/id` });
        });
        const named = new Set(body.items.map(({ id }) => id));
        const writes = read.flatMap(({ write }) => write ?? []);
        if (writes.length > 0) await settings.update(principal.actor, zone, writes);
        const found = (await settings.list(zone)).filter(({ setting }) => named.has(setting.id));
        return ok(settingsResponse(found), [
          ...(read.length === 0 ? [notice('noChange', { reason: '"/items" is empty' })] : []),
          ...read.flatMap((each) => each.notices),
          ...found.flatMap((each) => noticesFor(each, settings.installation)),
        ]);
      },
    }),
    route({
      method: 'GET',
      path: `${PATH}/:setting_id`,
      operation: 'zone-settings-get',
      summary: 'Get a setting of a zone',
      access: { kind: 'capability', capability: 'zone-setting:read' },
      params: SettingParams,
      response: SettingResponse,
      async handle({ params }) {
        const zone = await findZone(params.zone_id);
        const found = await settings.get(zone, known(params['setting_id']));
        return ok(settingResponse(found), noticesFor(found, settings.installation));
      },
    }),
    route({
      method: 'PATCH',
      path: `${PATH}/:setting_id`,
      operation: 'zone-settings-edit',
      summary: 'Change a setting of a zone',
      access: { kind: 'capability', capability: 'zone-setting:write' },
      params: SettingParams,
      body: SettingPatchBody,
      response: SettingResponse,
      async handle({ params, principal, body }) {
        const zone = await findZone(params.zone_id);
        const setting = known(params['setting_id']);
        const { write, notices } = readSettingWrite(setting, zone.plan, body);
        if (write) await settings.update(principal.actor, zone, [write]);
        const state = await settings.get(zone, setting);
        return ok(settingResponse(state), [
          ...notices,
          ...noticesFor(state, settings.installation),
        ]);
      },
    }),
  ];
}

function known(id = '') {
  const setting = findZoneSetting(id);
  if (!setting) throw new ApiError('undefinedSetting', { id });
  return setting;
}
