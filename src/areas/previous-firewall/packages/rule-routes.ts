import { managedPackage } from '../../../catalogs/previous-firewall/managed-package.ts';
import type {
  PreviousPackage,
  PreviousRule,
  RuleMode,
} from '../../../catalogs/previous-firewall/previous-package.ts';
import { ApiError } from '../../../http/api-error.ts';
import { ok, okPage, type Route } from '../../../http/route.ts';
import { mapPage } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import { contains, equals, listed, listQuery } from './catalog-list.ts';
import { modeOfRule } from './package-model.ts';
import {
  idParam,
  type PackageRoutesOptions,
  packageOf,
  packageRoute,
  packagesPath,
  readAccess,
  writeAccess,
} from './package-route.ts';
import { RuleBody, RuleResponse, ruleResponse } from './package-schema.ts';

const path = `${packagesPath}/:package_id/rules`;

const ListParams = Type.Object({ package_id: idParam(managedPackage) });

/** Numbers, some with letters before or after them. */
const RuleParams = Type.Object({
  ...ListParams.properties,
  rule_id: Type.String({ pattern: '^[0-9A-Z]{1,16}$', examples: ['100001'] }),
});

/** Modes by their names in the query parameter `mode`. */
const modeNames = {
  DIS: 'disable',
  CHL: 'challenge',
  BLK: 'block',
  SIM: 'simulate',
} as const satisfies Record<string, RuleMode>;

const ListQuery = Type.Object({
  ...listQuery,
  order: Type.Optional(Type.Enum(['priority', 'group_id', 'description'])),
  mode: Type.Optional(Type.Enum(['DIS', 'CHL', 'BLK', 'SIM'])),
  group_id: Type.Optional(Type.String({ maxLength: 32 })),
  description: Type.Optional(Type.String({ maxLength: 500 })),
  priority: Type.Optional(Type.String({ maxLength: 10 })),
});

const orders: Readonly<Record<string, (rule: PreviousRule) => string | number>> = {
  priority: ({ priority }) => priority,
  group_id: ({ group }) => group.id,
  description: ({ description }) => description,
};

export function ruleRoutes({ packages, findZone }: PackageRoutesOptions): Route[] {
  return [
    packageRoute({
      method: 'GET',
      path,
      operation: 'waf-rules-list',
      summary: 'List the rules of a package',
      access: readAccess,
      params: ListParams,
      query: ListQuery,
      response: RuleResponse,
      list: true,
      async handle({ params, query }) {
        const zone = await findZone(params.zone_id);
        const found = packageOf(params['package_id']);
        const settings = await packages.settingsOf(zone);
        const page = listed(found.rules, query, {
          filters: [
            equals(query.mode && modeNames[query.mode], (rule) => modeOfRule(settings, rule)),
            equals(query.group_id, ({ group }) => group.id),
            contains(query.description, ({ description }) => description),
            equals(query.priority, ({ priority }) => String(priority)),
          ],
          order: query.order && orders[query.order],
        });
        return okPage(mapPage(page, (rule) => ruleResponse(found, rule, settings)));
      },
    }),
    packageRoute({
      method: 'GET',
      path: `${path}/:rule_id`,
      operation: 'waf-rules-get',
      summary: 'Read a rule of a package',
      access: readAccess,
      params: RuleParams,
      response: RuleResponse,
      async handle({ params }) {
        const zone = await findZone(params.zone_id);
        const found = packageOf(params['package_id']);
        const rule = ruleIn(found, params['rule_id']);
        return ok(ruleResponse(found, rule, await packages.settingsOf(zone)));
      },
    }),
    packageRoute({
      method: 'PATCH',
      path: `${path}/:rule_id`,
      operation: 'waf-rules-change',
      summary: 'Set the mode of a rule of a package',
      access: writeAccess,
      params: RuleParams,
      body: RuleBody,
      response: RuleResponse,
      async handle({ params, principal, body }) {
        const zone = await findZone(params.zone_id);
        const found = packageOf(params['package_id']);
        const rule = ruleIn(found, params['rule_id']);
        const settings = await packages.setRule(principal.actor, zone, found, rule, body.mode);
        return ok(ruleResponse(found, rule, settings));
      },
    }),
  ];
}

function ruleIn({ rules, name }: PreviousPackage, id = ''): PreviousRule {
  const rule = rules.find((each) => each.id === id);
  if (!rule) throw new ApiError('previousRuleNotFound', { name, id });
  return rule;
}
