import { findPlan } from '../../../catalogs/plans.ts';
import { ApiError } from '../../../http/api-error.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { ResourceService } from '../../../resources/resource-service.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { previousFirewallLock } from '../batch-service.ts';
import type { PreviousFirewallTables } from '../previous-firewall-tables.ts';
import { checkPageRule } from './page-rule-check.ts';
import type { PageRule } from './page-rule-model.ts';
import { pageRuleResponse } from './page-rule-schema.ts';
import { pageRuleStore, pageRulesOf } from './page-rule-store.ts';

export type PageRuleService = ResourceService<PageRule, ZoneScope, PreviousFirewallTables>;

export const pageRuleKind: ResourceKind<PageRule, ZoneScope, PreviousFirewallTables> = {
  resource: 'page_rule',
  noun: 'page rule',
  read: 'pagerule:read',
  write: 'pagerule:write',
  store: pageRuleStore,
  errors: {
    notFound: (id) => new ApiError('pageRuleNotFound', { id }),
    quotaExceeded: ({ limit }) => new ApiError('pageRuleQuota', { limit }),
  },
  limit: ({ plan }) => findPlan(plan)?.pageRuleQuota ?? Number.POSITIVE_INFINITY,
  lock: previousFirewallLock,
  async check(tx, zone, document, id) {
    const others = (await pageRulesOf(tx, [zone.id])).filter((other) => other.id !== id);
    checkPageRule(document, zone.name, others);
  },
  toRecord: (_tx, { id: zoneId }, next) => ({ ...nextDocument(next), zoneId }),
  toResponse: pageRuleResponse,
  toAudit: pageRuleResponse,
};
