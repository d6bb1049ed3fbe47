import { phasesOf } from '../../../catalogs/bypassed-phases.ts';
import type { RuleSnapshot } from '../../../contracts/snapshot/rulesets-section.ts';
import type { FirewallRuleDocument, FirewallRuleWithFilter } from './firewall-rule-model.ts';
import { inEvaluationOrder, isActive } from './firewall-rule-order.ts';

/** The rules of the phase `previous_firewall_rules` that have the effect of the firewall rules of a zone. */
export function firewallRuleRules(rules: readonly FirewallRuleWithFilter[]): RuleSnapshot[] {
  return inEvaluationOrder(rules.filter(isActive)).map(({ rule: { id, document }, filter }) => ({
    id,
    ref: document.ref ?? id,
    description: document.description ?? '',
    action: document.action,
    expression: filter.document.expression,
    ...parametersOf(document),
    logged: true,
  }));
}

function parametersOf({ action, products = [] }: FirewallRuleDocument) {
  if (action === 'allow') return { parameters: { ruleset: 'current' } };
  if (action !== 'bypass') return undefined;
  return { parameters: { phases: phasesOf(products) } };
}
