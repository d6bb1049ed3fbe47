import { type AttackFamily, attackFamilies } from '../attacks/attack-families.ts';
import { closingRule } from '../managed-rulesets/core/closing-rule.ts';
import { coreRuleset } from '../managed-rulesets/core/core.ts';
import { scoreRules } from '../managed-rulesets/core/score-rules.ts';
import { ruleIdOf } from '../managed-rulesets/managed-rule-base.ts';
import type { ScoreRule, ThresholdRule } from '../managed-rulesets/managed-ruleset.ts';
import { groupOfFamily } from './previous-groups.ts';
import type { AnomalyRule, PreviousGroup, PreviousPackage } from './previous-package.ts';
import { CLOSING_NUMBER, numberOf } from './rule-numbers.ts';

const id = ruleIdOf('previous-package owasp');

/** Rules of these paranoia levels are off at first. */
export const DEFAULT_LEVEL = 2;

const rules: readonly AnomalyRule[] = scoreRules.map((rule, place) => ({
  kind: 'anomaly',
  id: numberOf(rule.ref),
  description: rule.description,
  group: groupOf(rule),
  priority: place + 1,
  currentId: rule.id,
  defaultMode: rule.paranoia <= DEFAULT_LEVEL ? 'on' : 'off',
}));

const closing: ThresholdRule = {
  ...closingRule,
  id: CLOSING_NUMBER,
  ref: `previous-${CLOSING_NUMBER}-inbound-anomaly-score-exceeded`,
  description: `${CLOSING_NUMBER}: Inbound Anomaly Score Exceeded`,
};

/** The rules of the core ruleset, as one package of rules with numbers. */
export const owaspPackage: PreviousPackage = {
  id,
  name: 'OWASP ModSecurity Core Rule Set',
  description: 'Scores requests by the attacks they resemble and acts on high scores',
  detectionMode: 'anomaly',
  groups: [...new Set(Object.values(groupOfFamily))].toSorted((one, other) =>
    one.name.localeCompare(other.name),
  ),
  rules,
  ruleset: {
    ...coreRuleset,
    id,
    rules: [
      ...scoreRules.map((rule, place) => renamed(rule, rules[place] as AnomalyRule)),
      closing,
    ],
  },
};

/** The rule as the edge runs it. Its tags are its group and its initial state. */
function renamed(rule: ScoreRule, { id, group }: AnomalyRule): ScoreRule {
  const [level = ''] = rule.categories;
  return { ...rule, id, ref: `previous-${rule.ref}`, categories: [level, group.id] };
}

function groupOf({ ref, categories }: ScoreRule): PreviousGroup {
  const family = categories.find((tag): tag is AttackFamily => tag in attackFamilies);
  if (family) return groupOfFamily[family];
  throw new Error(`score rule ${ref} has no family`);
}
