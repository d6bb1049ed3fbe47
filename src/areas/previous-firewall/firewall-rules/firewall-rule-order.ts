import { type FirewallRuleWithFilter, firewallRuleActions } from './firewall-rule-model.ts';

/** Firewall rules in the order in which they are evaluated: by priority, then the strongest action, then the oldest. */
export function inEvaluationOrder<R extends FirewallRuleWithFilter>(rules: readonly R[]): R[] {
  return rules.toSorted((a, b) => compare(rank(a), rank(b)));
}

function rank({ rule: { id, createdAt, document } }: FirewallRuleWithFilter) {
  const { priority = Number.POSITIVE_INFINITY, action } = document;
  return [priority, firewallRuleActions.indexOf(action), createdAt, id] as const;
}

type Rank = ReturnType<typeof rank>;

function compare(a: Rank, b: Rank): number {
  const differing = a.findIndex((part, n) => part !== b[n]);
  if (differing === -1) return 0;
  return (a[differing] ?? 0) < (b[differing] ?? 0) ? -1 : 1;
}

/** Whether neither the rule nor its filter is paused. */
export function isActive({ rule, filter }: FirewallRuleWithFilter): boolean {
  return rule.document.paused !== true && filter.document.paused !== true;
}
