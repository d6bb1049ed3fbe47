import { ruleIdOf } from '../managed-rulesets/managed-rule-base.ts';
import type { ManagedRuleset } from '../managed-rulesets/managed-ruleset.ts';
import { managedPackage } from './managed-package.ts';
import { owaspPackage } from './owasp-package.ts';
import type { PreviousGroup, PreviousPackage, PreviousRule } from './previous-package.ts';

/** Rules that the public service writes for single customers. Here it is always empty. */
const customerPackage: PreviousPackage = {
  id: ruleIdOf('previous-package user'),
  name: 'USER',
  description: null,
  detectionMode: 'traditional',
  groups: [],
  rules: [],
  ruleset: undefined,
};

export const previousPackages: readonly PreviousPackage[] = [
  customerPackage,
  managedPackage,
  owaspPackage,
];

export function previousPackageById(id: string): PreviousPackage | undefined {
  return previousPackages.find((each) => each.id === id);
}

const groups = new Map<string, PreviousGroup>(
  previousPackages.flatMap((each) => each.groups.map((group) => [group.id, group])),
);
const rules = new Map<string, PreviousRule>(
  previousPackages.flatMap((each) => each.rules.map((rule) => [rule.id, rule])),
);

/** A group of any package. */
export const previousGroupById = (id: string): PreviousGroup | undefined => groups.get(id);

/** A rule of any package. */
export const previousRuleById = (id: string): PreviousRule | undefined => rules.get(id);

/** The rulesets that the edge runs for packages. They are not part of the API of rulesets. */
export function previousRulesetById(id: string): ManagedRuleset | undefined {
  return previousPackageById(id)?.ruleset;
}
