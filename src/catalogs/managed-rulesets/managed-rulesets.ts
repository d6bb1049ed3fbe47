import { coreRuleset } from './core/core.ts';
import { exposedCredentialsRuleset } from './exposed-credentials/exposed-credentials.ts';
import { freeManagedRuleset } from './free/free.ts';
import { managedRuleset } from './managed/managed.ts';
import type { ManagedRule, ManagedRuleset } from './managed-ruleset.ts';
import { sensitiveDataRuleset } from './sensitive-data/sensitive-data.ts';

/** All managed rulesets. Loading fails if two rulesets or two rules have the same id. */
export const managedRulesets: readonly ManagedRuleset[] = withoutDuplicates([
  coreRuleset,
  exposedCredentialsRuleset,
  freeManagedRuleset,
  managedRuleset,
  sensitiveDataRuleset,
]);

const byId = new Map(managedRulesets.map((ruleset) => [ruleset.id, ruleset]));

export function managedRulesetById(id: string): ManagedRuleset | undefined {
  return byId.get(id);
}

const rulesById = new Map(
  managedRulesets.flatMap(({ rules }) => rules.map((rule) => [rule.id, rule])),
);

export function managedRuleById(id: string): ManagedRule | undefined {
  return rulesById.get(id);
}

/** The rules with a tag, in the order of the ruleset. */
export function rulesByTag(ruleset: ManagedRuleset, tag: string): ManagedRule[] {
  return ruleset.rules.filter(({ categories }) => categories.includes(tag));
}

/** Ids and refs must be unique: overrides, events and skip rules refer to them. */
export function withoutDuplicates(rulesets: readonly ManagedRuleset[]): readonly ManagedRuleset[] {
  const rules = rulesets.flatMap((ruleset) => ruleset.rules);
  refuseRepeated(
    'managed ruleset id',
    rulesets.map(({ id }) => id),
  );
  refuseRepeated(
    'managed rule id',
    rules.map(({ id }) => id),
  );
  refuseRepeated(
    'managed rule ref',
    rules.map(({ ref }) => ref),
  );
  return rulesets;
}

function refuseRepeated(what: string, values: readonly string[]): void {
  const repeated = values.find((value, index) => value === '' || values.indexOf(value) !== index);
  if (repeated === undefined) return;
  throw new Error(`${what} '${repeated}' is empty or used twice`);
}
