import type { RuleSnapshot } from '../../../contracts/snapshot/rulesets-section.ts';
import type { PageRule } from './page-rule-model.ts';
import { conditionOfEffect } from './page-rule-order.ts';

export interface PreviousPackages {
  /** The setting `waf` of the zone. */
  readonly isOn: boolean;
  readonly ids: readonly string[];
}

/**
 * The rules that come before the previous packages and skip them where the page rules and the setting of the zone switch
 * them off; `nowhere` if the packages are on nowhere.
 *
 * They are a skip rule, and not a list that the first match ends: a skip rule must match every reading of an ambiguous
 * request, so that a request which some reading leads to a protected URL is inspected.
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
