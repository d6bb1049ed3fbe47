import { owaspPackage } from '../../../catalogs/previous-firewall/owasp-package.ts';
import type { PreviousPackage } from '../../../catalogs/previous-firewall/previous-package.ts';
import { previousPackages } from '../../../catalogs/previous-firewall/previous-packages.ts';
import { ApiError } from '../../../http/api-error.ts';
import { type Notice, notice } from '../../../http/envelope.ts';
import { ok, okPage, type Route } from '../../../http/route.ts';
import { mapPage } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import { contains, listed, listQuery } from './catalog-list.ts';
import { groupRoutes } from './group-routes.ts';
import {
  idParam,
  type PackageRoutesOptions,
  packageOf,
  packageRoute,
  packagesPath,
  readAccess,
  writeAccess,
} from './package-route.ts';
import { PackageBody, PackageResponse, packageResponse } from './package-schema.ts';
import { ruleRoutes } from './rule-routes.ts';

const PackageParams = Type.Object({ package_id: idParam(owaspPackage) });

const ListQuery = Type.Object({
  ...listQuery,
  order: Type.Optional(Type.Enum(['name'])),
  name: Type.Optional(Type.String({ maxLength: 50 })),
});

export function packageRoutes(options: PackageRoutesOptions): Route[] {
  const { packages, findZone } = options;
  return [
    packageRoute({
      method: 'GET',
      path: packagesPath,
      operation: 'waf-packages-list',
      summary: 'List the packages of previous managed rules',
      access: readAccess,
      query: ListQuery,
      response: PackageResponse,
      list: true,
      async handle({ params, query }) {
        const zone = await findZone(params.zone_id);
        const settings = await packages.settingsOf(zone);
        const nameOf = ({ name }: PreviousPackage) => name;
        const page = listed(previousPackages, query, {
          filters: [contains(query.name, nameOf)],
          order: query.order && nameOf,
        });
        return okPage(mapPage(page, (each) => packageResponse(each, settings, zone.id)));
      },
    }),
    packageRoute({
      method: 'GET',
      path: `${packagesPath}/:package_id`,
      operation: 'waf-packages-get',
      summary: 'Read a package of previous managed rules',
      access: readAccess,
      params: PackageParams,
      response: PackageResponse,
      async handle({ params }) {
        const zone = await findZone(params.zone_id);
        const found = packageOf(params['package_id']);
        return ok(packageResponse(found, await packages.settingsOf(zone), zone.id));
      },
    }),
    packageRoute({
      method: 'PATCH',
      path: `${packagesPath}/:package_id`,
      operation: 'waf-packages-change',
      summary: 'Set the sensitivity and the action of an anomaly package',
      access: writeAccess,
      params: PackageParams,
      body: PackageBody,
      response: PackageResponse,
      async handle({ params, principal, body }) {
        const zone = await findZone(params.zone_id);
        const found = packageOf(params['package_id']);
        const { sensitivity, action_mode: actionMode } = body;
        const sent = { ...(sensitivity && { sensitivity }), ...(actionMode && { actionMode }) };
        requireScored(found, sensitivity === undefined ? '/action_mode' : '/sensitivity');
        const settings = await packages.changeScore(principal.actor, zone, found, sent);
        return ok(packageResponse(found, settings, zone.id), noticesOf(sent));
      },
    }),
    ...groupRoutes(options),
    ...ruleRoutes(options),
  ];
}

function requireScored({ detectionMode, name }: PreviousPackage, pointer: string): void {
  if (detectionMode !== 'anomaly') throw new ApiError('packageNotScored', { name }, { pointer });
}

function noticesOf(sent: object): Notice[] {
  const reason = '"/sensitivity" and "/action_mode" are missing';
  return Object.keys(sent).length > 0 ? [] : [notice('noChange', { reason })];
}
