import type { RuleSnapshot } from '../../../contracts/snapshot/rulesets-section.ts';
import { isActive, type PageRule } from './page-rule-model.ts';
import { type PageRuleCondition, pageRuleConditions } from './page-rule-order.ts';

export interface PreviousPackages {
  /** The setting `waf` of the zone. */
  readonly isOn: boolean;
  readonly ids: readonly string[];
}

/**
 * The rules that come before the previous packages and skip them where the page rules and the setting of the zone switch
 * them off; `nowhere` if the packages are on nowhere.
 *
 * They are skip rules with conditions that exclude each other, and not a list that the first match ends: a skip rule must
 * match every reading of an ambiguous request, so that a request which some reading leads to a protected URL is inspected.
 */
export function pageRuleRules(
  rules: readonly PageRule[],
  packages: PreviousPackages,
): readonly RuleSnapshot[] | 'nowhere' {
  const acting = pageRuleConditions(rules.filter(({ document }) => isActive(document)));
  const withEffect = (wanted: PageRuleCondition['effect']) =>
    acting.filter(({ effect }) => effect === wanted);
  if (packages.isOn) {
    return withEffect('off').map(({ rule, expression }) => skip(rule.id, expression, packages));
  }
  const on = withEffect('on').map(({ expression }) => `(${expression})`);
  if (on.length === 0) return 'nowhere';
  return [skip('previous-packages-off', `not (${on.join(' or ')})`, packages)];
}

function skip(id: string, expression: string, { ids }: PreviousPackages): RuleSnapshot {
  const parameters = { rulesets: ids };
  return { id, ref: id, description: '', action: 'skip', expression, parameters, logged: false };
}
