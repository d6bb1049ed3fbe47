import { IdResponse } from '../../../http/common-schema.ts';
import { ok, okPage, type Route, type RouteResult, routeTable } from '../../../http/route.ts';
import { mapPage } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import type { ZoneFinder, ZoneScope } from '../../../resources/scope.ts';
import type { MigrationStates } from '../../firewall-migration/migration-read-model.ts';
import { bodyItems, OneOrSeveral } from '../body-items.ts';
import type { ConditionLanguage } from '../condition-language.ts';
import { commonQuery, containsText, IdsQuery, isValue, pageIn } from '../list-query.ts';
import { lackOfPackages } from '../package-plan.ts';
import type { PreviousFirewallDatabase } from '../previous-firewall-tables.ts';
import { shownTo } from '../reader-response.ts';
import type {
  FirewallRule,
  FirewallRuleDocument,
  FirewallRuleWithFilter,
} from './firewall-rule-model.ts';
import { firewallRuleNotices } from './firewall-rule-notices.ts';
import type { FirewallRuleReadModel } from './firewall-rule-read-model.ts';
import {
  FirewallRuleBody,
  FirewallRuleResponse,
  firewallRuleResponse,
  IdentifiedFirewallRule,
  IdentifiedPriority,
  NewFirewallRule,
  PriorityChange,
  withActionName,
} from './firewall-rule-schema.ts';
import type { FirewallRuleService } from './firewall-rule-service.ts';

const MOST_CREATED = 200;
const MOST_CHANGED = 25;

const ListQuery = Type.Object({ ...commonQuery, action: Type.Optional(Type.String()) });

export interface FirewallRuleRoutesOptions {
  readonly database: PreviousFirewallDatabase;
  readonly rules: FirewallRuleService;
  readonly rulesWithFilters: FirewallRuleReadModel;
  readonly conditions: ConditionLanguage;
  readonly migrations: MigrationStates;
  readonly findZone: ZoneFinder;
}

export function firewallRuleRoutes(options: FirewallRuleRoutesOptions): Route[] {
  const { database, rules, rulesWithFilters, findZone } = options;
  const route = routeTable({ tag: 'Firewall rules', service: 'product' });
  const path = '/zones/:zone_id/firewall/rules';
  const one = `${path}/:firewall_rule_id`;
  const read = { kind: 'capability', capability: 'firewall-service:read' } as const;
  const write = { kind: 'capability', capability: 'firewall-service:write' } as const;

  const many = async (zone: ZoneScope, written: readonly FirewallRule[]): Promise<RouteResult> => {
    const complete = await rulesWithFilters.withFilters(database.read, written);
    return ok(complete.map(firewallRuleResponse), await noticesAbout(options, zone, complete));
  };
  const prioritised =
    (priority: number | null) =>
    ({ priority: _before, ...rest }: FirewallRuleDocument): FirewallRuleDocument =>
      priority === null ? rest : { ...rest, priority };

  return [
    route({
      method: 'GET',
      path,
      operation: 'firewall-rules-list',
      summary: 'List the firewall rules of a zone',
      access: read,
      query: ListQuery,
      response: FirewallRuleResponse,
      list: true,
      async handle({ params, query, principal }) {
        const zone = await findZone(params.zone_id);
        const shown = shownTo(principal, zone);
        const all = await rulesWithFilters.ofZone(database.read, zone.id);
        const found = all.filter(
          ({ rule: { id, document } }) =>
            isValue(id, query.id) &&
            isValue<string>(document.action, query.action) &&
            isValue(document.paused ?? false, query.paused) &&
            containsText(document.description, query.description),
        );
        return okPage(mapPage(pageIn(found, query), (each) => shown(firewallRuleResponse(each))));
      },
    }),
    route({
      method: 'POST',
      path,
      operation: 'firewall-rules-create',
      summary: 'Create firewall rules with their filters, or none if one is refused',
      access: write,
      body: OneOrSeveral(NewFirewallRule, MOST_CREATED),
      response: Type.Array(FirewallRuleResponse),
      async handle({ params, body, principal }) {
        const zone = await findZone(params.zone_id);
        const items = bodyItems(body).map(({ pointer, value }) => ({
          pointer,
          value: withActionName(value),
        }));
        return await many(zone, await rules.createAll(principal.actor, zone, items));
      },
    }),
    route({
      method: 'PUT',
      path,
      operation: 'firewall-rules-replace-all',
      summary: `Replace up to ${MOST_CHANGED} firewall rules, or none if one is refused`,
      access: write,
      body: OneOrSeveral(IdentifiedFirewallRule, MOST_CHANGED),
      response: Type.Array(FirewallRuleResponse),
      async handle({ params, body, principal }) {
        const changes = bodyItems(body).map(({ pointer, value: { id, ...document } }) => ({
          pointer,
          id,
          alter: () => withActionName(document),
        }));
        const zone = await findZone(params.zone_id);
        return await many(zone, await rules.changeAll(principal.actor, zone, changes));
      },
    }),
    route({
      method: 'PATCH',
      path,
      operation: 'firewall-rules-prioritise-all',
      summary: 'Change the priorities of firewall rules',
      access: write,
      body: OneOrSeveral(IdentifiedPriority, MOST_CREATED),
      response: Type.Array(FirewallRuleResponse),
      async handle({ params, body, principal }) {
        const changes = bodyItems(body).map(({ pointer, value: { id, priority } }) => ({
          pointer,
          id,
          alter: prioritised(priority),
        }));
        const zone = await findZone(params.zone_id);
        return await many(zone, await rules.changeAll(principal.actor, zone, changes));
      },
    }),
    route({
      method: 'DELETE',
      path,
      operation: 'firewall-rules-delete-all',
      summary:
        'Delete the firewall rules with these ids, but not their filters; unknown ids are ignored',
      access: write,
      query: IdsQuery,
      response: Type.Array(IdResponse),
      async handle({ params, query, principal }) {
        const zone = await findZone(params.zone_id);
        const deleted = await rules.deleteAll(principal.actor, zone, query.id);
        return ok(deleted.map((id) => ({ id })));
      },
    }),
    route({
      method: 'GET',
      path: one,
      operation: 'firewall-rules-get',
      summary: 'Read a firewall rule',
      access: read,
      response: FirewallRuleResponse,
      async handle({ params, principal }) {
        const zone = await findZone(params.zone_id);
        const found = await rules.get(zone, params['firewall_rule_id'] ?? '');
        const complete = await rulesWithFilters.withFilters(database.read, [found]);
        return ok(shownTo(principal, zone)(complete.map(firewallRuleResponse)[0]));
      },
    }),
    route({
      method: 'PUT',
      path: one,
      operation: 'firewall-rules-replace',
      summary: 'Replace a firewall rule: members that are left out get their defaults',
      access: write,
      body: FirewallRuleBody,
      response: FirewallRuleResponse,
      async handle({ params, body, principal }) {
        const zone = await findZone(params.zone_id);
        const id = params['firewall_rule_id'] ?? '';
        const alter = () => withActionName(body);
        const written = await rules.change(principal.actor, zone, id, alter);
        const complete = await rulesWithFilters.withFilters(database.read, [written]);
        const notices = await noticesAbout(options, zone, complete);
        return ok(complete.map(firewallRuleResponse)[0], notices);
      },
    }),
    route({
      method: 'PATCH',
      path: one,
      operation: 'firewall-rules-prioritise',
      summary: 'Change the priority of a firewall rule',
      access: write,
      body: PriorityChange,
      // The official client reads an array.
      response: Type.Array(FirewallRuleResponse),
      async handle({ params, body, principal }) {
        const zone = await findZone(params.zone_id);
        const id = params['firewall_rule_id'] ?? '';
        const alter = prioritised(body.priority);
        return await many(zone, [await rules.change(principal.actor, zone, id, alter)]);
      },
    }),
    route({
      method: 'DELETE',
      path: one,
      operation: 'firewall-rules-delete',
      summary: 'Delete a firewall rule, but not its filter',
      access: write,
      response: IdResponse,
      async handle({ params, principal }) {
        const id = params['firewall_rule_id'] ?? '';
        await rules.delete(principal.actor, await findZone(params.zone_id), id);
        return ok({ id });
      },
    }),
  ];
}

async function noticesAbout(
  { conditions, migrations }: FirewallRuleRoutesOptions,
  zone: ZoneScope,
  written: readonly FirewallRuleWithFilter[],
) {
  const hasPackages = (await lackOfPackages(zone, migrations)) === undefined;
  return firewallRuleNotices(written, { hasPackages, conditions });
}
