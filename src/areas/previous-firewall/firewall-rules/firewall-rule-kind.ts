import { findPlan, planIncludes } from '../../../catalogs/plans.ts';
import { ApiError } from '../../../http/api-error.ts';
import { nextDocument } from '../../../resources/document-store.ts';
import type { ResourceKind } from '../../../resources/resource-model.ts';
import type { ZoneScope } from '../../../resources/scope.ts';
import { previousFirewallLock } from '../batch-service.ts';
import type { FilterStore } from '../filters/filter-store.ts';
import type { PreviousFirewallTables } from '../previous-firewall-tables.ts';
import type { FirewallRule, FirewallRuleDocument } from './firewall-rule-model.ts';
import { firewallRuleStore } from './firewall-rule-store.ts';

const audited = ({ id, document }: FirewallRule) => ({ id, ...document });

export const firewallRuleKind = (
  filters: Pick<FilterStore, 'find'>,
): ResourceKind<FirewallRule, ZoneScope, PreviousFirewallTables> => ({
  resource: 'firewall_rule',
  noun: 'firewall rule',
  read: 'firewall-service:read',
  write: 'firewall-service:write',
  store: firewallRuleStore,
  errors: {
    notFound: (id) => new ApiError('firewallRuleNotFound', { id }),
    quotaExceeded: ({ limit, count }) => new ApiError('firewallRuleQuota', { limit, count }),
  },
  limit: ({ plan }) => findPlan(plan)?.firewallRuleQuota ?? Number.POSITIVE_INFINITY,
  lock: previousFirewallLock,
  async check(tx, zone, document) {
    checkAction(document, zone.plan);
    checkProducts(document);
    const { id } = document.filter;
    if (await filters.find(tx, zone, id)) return;
    throw invalid(`there is no filter ${id} in this zone`, '/filter/id');
  },
  toRecord: (_tx, { id: zoneId }, next) => ({ ...nextDocument(next), zoneId }),
  toResponse: audited,
  toAudit: audited,
});

function checkAction({ action }: FirewallRuleDocument, plan: string): void {
  if (action !== 'log' || planIncludes(plan, 'enterprise')) return;
  throw invalid('the action "log" needs the plan "enterprise"', '/action');
}

function checkProducts({ action, products }: FirewallRuleDocument): void {
  if (action === 'bypass' && !products) {
    throw invalid('the action "bypass" needs "products": what it bypasses', '/products');
  }
  if (action !== 'bypass' && products) {
    throw invalid(`"products" is only for the action "bypass", not for "${action}"`, '/products');
  }
}

export function invalid(problem: string, pointer: string): ApiError {
  return new ApiError('firewallRuleInvalid', { problem }, { pointer });
}
