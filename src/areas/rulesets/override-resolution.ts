import type {
  ManagedRule,
  ManagedRuleset,
} from '../../catalogs/managed-rulesets/managed-ruleset.ts';
import type { ManagedRuleSnapshot } from '../../contracts/snapshot/rulesets-section.ts';
import type { Override, Overrides } from './execute-check.ts';

/**
 * The rules of a managed ruleset that run under a deployment's overrides. For each property the most
 * particular override counts: that of the rule, else of its last matching tag, else of the ruleset,
 * else the catalog's own value.
 */
export function resolveOverrides(
  managed: ManagedRuleset,
  overrides: Overrides = {},
): ManagedRuleSnapshot[] {
  return managed.rules.flatMap((rule) => {
    const levels = levelsFor(rule, overrides);
    const enabled = firstOf(levels, 'enabled') ?? rule.defaultEnabled;
    if (!enabled) return [];
    // A rule that only adds to a score has no effect of its own to change.
    const chosen = rule.kind === 'score' ? undefined : firstOf(levels, 'action');
    const action = chosen ?? rule.defaultAction;
    return [{ id: rule.id, action, ...thresholdOf(rule, overrides) }];
  });
}

/** Overrides that touch a rule, the most particular first. */
function levelsFor(rule: ManagedRule, overrides: Overrides): Override[] {
  const ofRule = (overrides.rules ?? []).filter((override) => override.id === rule.id);
  const ofTags = (overrides.categories ?? []).filter((override) =>
    rule.categories.includes(override.category),
  );
  return [...ofRule.toReversed(), ...ofTags.toReversed(), overrides];
}

function firstOf<Name extends 'action' | 'enabled'>(
  levels: readonly Override[],
  name: Name,
): Override[Name] | undefined {
  return levels.find((level) => level[name] !== undefined)?.[name];
}

function thresholdOf(rule: ManagedRule, { rules = [] }: Overrides) {
  if (rule.kind !== 'threshold') return {};
  const chosen = rules.findLast(
    (override) => override.id === rule.id && override.score_threshold !== undefined,
  );
  return { scoreThreshold: chosen?.score_threshold ?? rule.scoreThreshold };
}
