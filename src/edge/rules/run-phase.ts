import type { EdgeAnswer } from '../edge-answer.ts';
import type { CompiledRule, CompiledRuleset, RuleContext, RuleOutcome } from './compiled-rule.ts';

/** Runs the rulesets of a phase, the account's first. An answer ends everything. */
export function runPhase(
  phase: string,
  rulesets: readonly CompiledRuleset[],
  context: RuleContext,
): EdgeAnswer | undefined {
  for (const ruleset of rulesets) {
    if (context.transaction.skips?.phases.has(phase)) return undefined;
    const outcome = runRuleset(ruleset, context);
    if (outcome !== undefined && outcome !== 'end-of-ruleset') return outcome;
  }
  return undefined;
}

/** Runs rules from top to bottom until one ends the ruleset, or everything. */
export function runRuleset(ruleset: CompiledRuleset, context: RuleContext): RuleOutcome {
  for (const rule of ruleset.rules) {
    if (isSkipped(rule, context) || !matches(rule, context)) continue;
    const outcome = rule.act(context);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

function isSkipped({ id, rulesetId }: CompiledRule, { transaction }: RuleContext): boolean {
  const { skips } = transaction;
  return skips !== undefined && (skips.rulesets.has(rulesetId) || skips.rules.has(id));
}

/** A rule that fails counts as one that does not match: traffic survives our bugs. */
function matches(rule: CompiledRule, context: RuleContext): boolean {
  try {
    return rule.matches(context);
  } catch (error) {
    context.edge.telemetry.ruleFailed(rule.id, error);
    return false;
  }
}
