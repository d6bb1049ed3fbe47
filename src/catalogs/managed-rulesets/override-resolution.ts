import type { RuleOverride, RulesetOverrides } from '../../contracts/snapshot/rulesets-section.ts';
import type { ManagedRule, ManagedRuleset } from './managed-ruleset.ts';

/** A rule that runs, with the overrides of a deployment applied. */
export interface DeployedRule {
  readonly id: string;
  readonly action: string;
  readonly scoreThreshold?: number;
}

/**
 * The rules of a managed ruleset that run under a deployment's overrides. For each property the most
 * specific override applies: that of the rule, else of its last matching tag, else of the ruleset,
 * else the value in the catalog.
 */
export function resolveOverrides(
  managed: ManagedRuleset,
  overrides: RulesetOverrides = {},
): DeployedRule[] {
  return managed.rules.flatMap((rule) => {
    const levels = levelsFor(rule, overrides);
    const enabled = firstOf(levels, 'enabled') ?? rule.defaultEnabled;
    if (!enabled) return [];
    // A rule that only adds to a score has no action to override.
    const chosen = rule.kind === 'score' ? undefined : firstOf(levels, 'action');
    const action = chosen ?? rule.defaultAction;
    return [{ id: rule.id, action, ...thresholdOf(rule, overrides) }];
  });
}

/** Overrides that apply to a rule, the most specific first. */
function levelsFor(rule: ManagedRule, overrides: RulesetOverrides): RuleOverride[] {
  const ofRule = (overrides.rules ?? []).filter((override) => override.id === rule.id);
  const ofTags = (overrides.categories ?? []).filter((override) =>
    rule.categories.includes(override.category),
  );
  return [...ofRule.toReversed(), ...ofTags.toReversed(), overrides];
}

function firstOf<Name extends 'action' | 'enabled'>(
  levels: readonly RuleOverride[],
  name: Name,
): RuleOverride[Name] | undefined {
  return levels.find((level) => level[name] !== undefined)?.[name];
}

function thresholdOf(rule: ManagedRule, { rules = [] }: RulesetOverrides) {
  if (rule.kind !== 'threshold') return {};
  const chosen = rules.findLast(
    (override) => override.id === rule.id && override.score_threshold !== undefined,
  );
  return { scoreThreshold: chosen?.score_threshold ?? rule.scoreThreshold };
}
