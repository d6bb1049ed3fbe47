import type { RuleSnapshot } from '../../../contracts/snapshot/rulesets-section.ts';
import type { PageRule } from './page-rule-model.ts';
import { conditionOfEffect } from './page-rule-order.ts';

export interface PreviousPackages {
  /** The setting `waf` of the zone. */
  readonly isOn: boolean;
  readonly ids: readonly string[];
}

/**
 * The rules before the previous packages, which skip them for URLs where the page rules and the setting of the zone switch
 * them off; `nowhere` if they are off for every URL.
 *
 * This is one skip rule, and not a list of rules of which the first match wins: a skip rule must match every reading of an
 * ambiguous request, so a request is inspected if one of its readings is a protected URL.
 */
export function pageRuleRules(
  rules: readonly PageRule[],
  { isOn, ids }: PreviousPackages,
): readonly RuleSnapshot[] | 'nowhere' {
  const condition = conditionOfEffect(rules, isOn ? 'off' : 'on');
  if (condition === undefined) return isOn ? [] : 'nowhere';
  const id = 'previous-packages-off';
  return [
    {
      id,
      ref: id,
      description: '',
      action: 'skip',
      expression: isOn ? condition : `not (${condition})`,
      parameters: { rulesets: ids },
      logged: false,
    },
  ];
}
