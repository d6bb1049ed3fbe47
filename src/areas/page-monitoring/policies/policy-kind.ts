import { pagePolicyQuota } from '../../../catalogs/page-features.ts';
import { hideKeys } from '../../../expression/expression.ts';
import { ApiError } from '../../../http/api-error.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { ResourceService } from '../../../resources/resource-service.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { notFound } from '../page-monitoring-errors.ts';
import type { PageMonitoringTables } from '../page-monitoring-tables.ts';
import { checkPolicy } from './policy-check.ts';
import type { PolicyConditions } from './policy-conditions.ts';
import type { PagePolicy } from './policy-model.ts';
import { policyResponse } from './policy-schema.ts';
import type { PolicyStore } from './policy-store.ts';

export type PolicyService = ResourceService<PagePolicy, ZoneScope, PageMonitoringTables>;

export function policyKind(
  store: PolicyStore,
  conditions: PolicyConditions,
): ResourceKind<PagePolicy, ZoneScope, PageMonitoringTables> {
  return {
    resource: 'page_policy',
    noun: 'policy',
    read: 'page-monitoring:read',
    write: 'page-monitoring:write',
    store,
    errors: {
      notFound: (id) => notFound('Policy', id),
      // The error names a phase, since clients see policies as rules of this phase.
      quotaExceeded: ({ limit: max, count }) =>
        new ApiError('ruleQuota', { phase: 'http_response_page_shield', count, max }),
    },
    limit: ({ plan }) => pagePolicyQuota(plan),
    lock: ({ id }) => `page policies ${id}`,
    check: async (_tx, _zone, document) => checkPolicy(document, conditions),
    async toRecord(tx, { id: zoneId }, { id, document, before, now }) {
      const position = before?.position ?? (await store.lastPosition(tx, zoneId)) + 1;
      return { id, zoneId, position, createdAt: before?.createdAt ?? now, document };
    },
    toResponse: policyResponse,
    toReaderResponse: (policy) => hideKeys(policyResponse(policy)),
    toAudit: (policy, before) => hideKeys(policyResponse(policy), before && policyResponse(before)),
    deletesMissing: true,
  };
}
