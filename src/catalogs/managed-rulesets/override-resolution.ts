import type { RuleOverride, RulesetOverrides } from '../../contracts/snapshot/rulesets-section.ts';
import { paranoiaLevels } from './core/paranoia-levels.ts';
import type { ManagedRule, ManagedRuleset, ScoreRule } from './managed-ruleset.ts';

/** A rule that runs, with the overrides of a deployment applied. */
export interface DeployedRule {
  readonly id: string;
  readonly action: string;
  readonly scoreThreshold?: number;
}

/**
 * The rules of a managed ruleset that run under a deployment's overrides. For each property the most
 * specific override applies: that of the rule, else of its last matching tag, else of the ruleset,
 * else the value in the catalog. Score rules also need the paranoia level of the deployment.
 */
export function resolveOverrides(
  managed: ManagedRuleset,
  overrides: RulesetOverrides = {},
): DeployedRule[] {
  const paranoia = paranoiaLevelOf(overrides);
  return managed.rules.flatMap((rule) => {
    const isScore = rule.kind === 'score';
    const levels = isScore ? scoreLevels(rule, overrides, paranoia) : levelsFor(rule, overrides);
    const enabled = firstOf(levels, 'enabled') ?? (isScore || rule.defaultEnabled);
    if (!enabled) return [];
    // A rule that only adds to a score has no action to override.
    const action = (isScore ? undefined : firstOf(levels, 'action')) ?? rule.defaultAction;
    return [{ id: rule.id, action, ...thresholdOf(rule, overrides) }];
  });
}

/**
 * One below the lowest level that is switched off, else the highest that is switched on, else 1. Configurations choose a
 * level by switching off those above it.
 */
export function paranoiaLevelOf({ categories = [] }: RulesetOverrides): number {
  const states = paranoiaLevels.map(
    (tag) =>
      categories.findLast((each) => each.category === tag && each.enabled !== undefined)?.enabled,
  );
  const lowestOff = states.indexOf(false);
  return lowestOff === -1 ? Math.max(1, states.lastIndexOf(true) + 1) : lowestOff;
}

/** A level above that of the deployment disables a rule, unless an override names the rule or another of its tags. */
function scoreLevels(
  rule: ScoreRule,
  overrides: RulesetOverrides,
  paranoia: number,
): readonly RuleOverride[] {
  const isLevel = (category: string) => paranoiaLevels.some((tag) => tag === category);
  // Switching a level on does not enable its rules while a level below is off.
  const others = (overrides.categories ?? []).filter(
    ({ category, enabled }) => enabled === false || !isLevel(category),
  );
  const [whole, ...specific] = levelsFor(rule, { ...overrides, categories: others }).toReversed();
  const level = rule.paranoia <= paranoia ? (whole ?? {}) : { enabled: false };
  return [...specific.toReversed(), level];
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
