import { genericRules } from '../managed-rulesets/managed/generic-rules.ts';
import { managedRuleset } from '../managed-rulesets/managed/managed.ts';
import { ruleIdOf } from '../managed-rulesets/managed-rule-base.ts';
import type { ManagedRule } from '../managed-rulesets/managed-ruleset.ts';
import { miscellaneousGroup, specialsGroup, taggedGroups } from './previous-groups.ts';
import type { DenyRule, PreviousGroup, PreviousPackage } from './previous-package.ts';
import { numberOf } from './rule-numbers.ts';

const id = ruleIdOf('previous-package managed');

const generic = new Set(genericRules.map(({ ref }) => ref));

const rules: readonly DenyRule[] = managedRuleset.rules.map((rule, place) => ({
  kind: 'deny',
  id: numberOf(rule.ref),
  description: rule.description,
  group: groupOf(rule),
  priority: place + 1,
  currentId: rule.id,
  defaultMode: defaultModeOf(rule),
}));

/** The rules of the Managed Ruleset, as one package of rules with numbers. */
export const managedPackage: PreviousPackage = {
  id,
  name: 'Palisade',
  description: 'Protects against known attacks and vulnerabilities of widespread software',
  detectionMode: 'traditional',
  groups: [...taggedGroups, miscellaneousGroup, specialsGroup],
  rules,
  ruleset: {
    ...managedRuleset,
    id,
    rules: managedRuleset.rules.map((rule, place) => renamed(rule, rules[place] as DenyRule)),
  },
};

/** The rule as the edge runs it: its group is its only tag. */
function renamed(rule: ManagedRule, { id, group }: DenyRule): ManagedRule {
  return { ...rule, id, ref: `previous-${rule.ref}`, categories: [group.id] };
}

function groupOf({ ref, categories }: ManagedRule): PreviousGroup {
  const tagged = taggedGroups.find(({ tag = '' }) => categories.includes(tag));
  return tagged ?? (generic.has(ref) ? specialsGroup : miscellaneousGroup);
}

function defaultModeOf({ defaultEnabled, defaultAction }: ManagedRule): DenyRule['defaultMode'] {
  if (!defaultEnabled) return 'disable';
  return defaultAction === 'block' ? 'block' : 'simulate';
}
