import type { Route } from '../../../http/route.ts';
import { pageOf } from '../../../kernel/page.ts';
import { resourceRoutes, zoneOfPath } from '../../../resources/resource-routes.ts';
import type { ZoneFinder } from '../../../resources/scope.ts';
import type { PageMonitoringDatabase } from '../page-monitoring-tables.ts';
import { policyNotices } from './policy-check.ts';
import type { PolicyConditions } from './policy-conditions.ts';
import type { PolicyService } from './policy-kind.ts';
import { PolicyBody, PolicyResponse } from './policy-schema.ts';
import type { PolicyStore } from './policy-store.ts';

export interface PolicyRoutesOptions {
  readonly database: PageMonitoringDatabase;
  readonly policies: PolicyService;
  readonly store: PolicyStore;
  readonly conditions: PolicyConditions;
  readonly findZone: ZoneFinder;
}

export function policyRoutes(options: PolicyRoutesOptions): Route[] {
  const { database, policies, store, conditions, findZone } = options;
  return resourceRoutes({
    resources: policies,
    tag: 'Page policies',
    operations: 'page-policies',
    base: '/zones/:zone_id/page_shield/policies',
    idParam: 'policy_id',
    document: PolicyBody,
    response: PolicyResponse,
    writes: { PUT: 'merge' },
    deletion: 'empty',
    noticesOf: (document) => policyNotices(document, conditions),
    listSummary: 'List the policies of a zone in the order in which they apply',
    scopeOf: zoneOfPath(findZone),
    async list(zone) {
      const all = await store.list(database.read, zone.id);
      return pageOf(all, all.length, { page: 1, perPage: Math.max(1, all.length) });
    },
  });
}
