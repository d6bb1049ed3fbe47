import { managedPackage } from '../../../catalogs/previous-firewall/managed-package.ts';
import type {
  PreviousGroup,
  PreviousPackage,
} from '../../../catalogs/previous-firewall/previous-package.ts';
import { switchModes } from '../../../catalogs/previous-firewall/previous-package.ts';
import { ApiError } from '../../../http/api-error.ts';
import { ok, okPage, type Route } from '../../../http/route.ts';
import { mapPage } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import { contains, equals, listed, listQuery } from './catalog-list.ts';
import { countsOf, modeOfGroup } from './package-model.ts';
import {
  idParam,
  type PackageRoutesOptions,
  packageOf,
  packageRoute,
  packagesPath,
  readAccess,
  writeAccess,
} from './package-route.ts';
import { GroupBody, GroupResponse, groupResponse } from './package-schema.ts';

const path = `${packagesPath}/:package_id/groups`;

const ListParams = Type.Object({ package_id: idParam(managedPackage) });
const GroupParams = Type.Object({
  ...ListParams.properties,
  group_id: idParam(managedPackage.groups[0]),
});

const ListQuery = Type.Object({
  ...listQuery,
  order: Type.Optional(Type.Enum(['mode', 'rules_count'])),
  mode: Type.Optional(Type.Enum([...switchModes])),
  name: Type.Optional(Type.String({ maxLength: 50 })),
  rules_count: Type.Optional(Type.Integer({ minimum: 0 })),
});

export function groupRoutes({ packages, findZone }: PackageRoutesOptions): Route[] {
  return [
    packageRoute({
      method: 'GET',
      path,
      operation: 'waf-groups-list',
      summary: 'List the groups of a package',
      access: readAccess,
      params: ListParams,
      query: ListQuery,
      response: GroupResponse,
      list: true,
      async handle({ params, query }) {
        const zone = await findZone(params.zone_id);
        const found = packageOf(params['package_id']);
        const settings = await packages.settingsOf(zone);
        const modeOf = (group: PreviousGroup) => modeOfGroup(settings, group);
        const countOf = (group: PreviousGroup) => countsOf(settings, found, group).rules;
        const page = listed(found.groups, query, {
          filters: [
            contains(query.name, ({ name }) => name),
            equals(query.mode, modeOf),
            equals(query.rules_count, countOf),
          ],
          order: query.order && { mode: modeOf, rules_count: countOf }[query.order],
        });
        return okPage(mapPage(page, (group) => groupResponse(found, group, settings)));
      },
    }),
    packageRoute({
      method: 'GET',
      path: `${path}/:group_id`,
      operation: 'waf-groups-get',
      summary: 'Read a group of a package',
      access: readAccess,
      params: GroupParams,
      response: GroupResponse,
      async handle({ params }) {
        const zone = await findZone(params.zone_id);
        const found = packageOf(params['package_id']);
        const group = groupIn(found, params['group_id']);
        return ok(groupResponse(found, group, await packages.settingsOf(zone)));
      },
    }),
    packageRoute({
      method: 'PATCH',
      path: `${path}/:group_id`,
      operation: 'waf-groups-change',
      summary: 'Switch a group of a package on or off',
      access: writeAccess,
      params: GroupParams,
      body: GroupBody,
      response: GroupResponse,
      async handle({ params, principal, body }) {
        const zone = await findZone(params.zone_id);
        const found = packageOf(params['package_id']);
        const group = groupIn(found, params['group_id']);
        const settings = await packages.switchGroup(principal.actor, zone, found, group, body.mode);
        return ok(groupResponse(found, group, settings));
      },
    }),
  ];
}

function groupIn({ groups, name }: PreviousPackage, id = ''): PreviousGroup {
  const group = groups.find((each) => each.id === id);
  if (!group) throw new ApiError('previousGroupNotFound', { name, id });
  return group;
}
