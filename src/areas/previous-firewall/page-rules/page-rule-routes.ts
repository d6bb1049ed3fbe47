import { DirectionQuery } from '../../../http/common-schema.ts';
import { notice } from '../../../http/envelope.ts';
import { ok, type Route, routeTable } from '../../../http/route.ts';
import { pageOf } from '../../../kernel/page.ts';
import { Type } from '../../../kernel/schema.ts';
import { resourceRoutes, zoneOfPath } from '../../../resources/resource-routes.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import type { MigrationStates } from '../../firewall-migration/migration-read-model.ts';
import { lackOfPackages } from '../package-plan.ts';
import type { PreviousFirewallDatabase } from '../previous-firewall-tables.ts';
import { pageRuleAction } from './page-rule-actions.ts';
import type { PageRuleService } from './page-rule-kind.ts';
import { isActive, type PageRuleDocument } from './page-rule-model.ts';
import { inPageRuleOrder } from './page-rule-order.ts';
import { PageRuleBody, PageRuleResponse } from './page-rule-schema.ts';
import { availableActions, SettingResponse } from './page-rule-settings.ts';
import { pageRulesOf } from './page-rule-store.ts';

const ListQuery = Type.Object({
  status: Type.Optional(Type.Enum(['active', 'disabled'])),
  order: Type.Enum(['priority', 'status'], { default: 'priority' }),
  direction: DirectionQuery('desc'),
  match: Type.Enum(['all', 'any'], { default: 'all' }),
});

export interface PageRuleRoutesOptions {
  readonly database: PreviousFirewallDatabase;
  readonly pageRules: PageRuleService;
  readonly migrations: MigrationStates;
  readonly findZone: ZoneFinder;
}

export function pageRuleRoutes(options: PageRuleRoutesOptions): Route[] {
  const { database, pageRules, migrations, findZone } = options;
  const tag = 'Page rules';
  const base = '/zones/:zone_id/pagerules';
  const route = routeTable({ tag, service: 'product' });
  return [
    route({
      method: 'GET',
      path: `${base}/settings`,
      operation: 'page-rules-settings',
      summary: 'List the actions that page rules can have',
      access: { kind: 'capability', capability: pageRules.kind.read },
      response: Type.Array(SettingResponse),
      handle: async () => ok(availableActions),
    }),
    ...resourceRoutes({
      resources: pageRules,
      tag,
      operations: 'page-rules',
      base,
      idParam: 'pagerule_id',
      invalidBody: 'pageRuleInvalid',
      document: PageRuleBody,
      response: PageRuleResponse,
      writes: { PUT: 'replace', PATCH: 'merge' },
      deletion: 'id',
      noticesOf: async (document, zone) =>
        idleActions(document, await lackOfPackages(zone, migrations)),
      listQuery: ListQuery,
      scopeOf: zoneOfPath(findZone),
      async list(zone, { status, order, direction }) {
        const all = inPageRuleOrder(await pageRulesOf(database.read, [zone.id]));
        const found = all.filter(
          ({ document }) => status === undefined || isActive(document) === (status === 'active'),
        );
        if (order === 'status') {
          found.sort((a, b) => Number(isActive(b.document)) - Number(isActive(a.document)));
        }
        // The order of priorities begins with the highest, that of statuses with the active ones.
        const isReversed = (direction === 'asc') === (order === 'priority');
        if (isReversed) found.reverse();
        return pageOf(found, found.length, { page: 1, perPage: Math.max(1, found.length) });
      },
    }),
  ];
}

/** `lack` is why the zone has no previous managed rules, if it has none. */
function idleActions({ actions }: PageRuleDocument, lack: string | undefined) {
  return actions.flatMap(({ id }) => {
    // Actions that act switch the previous managed rules.
    const reason = pageRuleAction(id)?.idle ?? lack;
    return reason === undefined ? [] : [notice('pageRuleActionIdle', { action: id, reason })];
  });
}
