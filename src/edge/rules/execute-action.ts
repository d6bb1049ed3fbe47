import type { CompiledAction, RuleOutcome } from './compiled-rule.ts';
import { matchesAll, runRuleset } from './run-phase.ts';

/** Runs the ruleset that a rule executes. */
export const executeAction: CompiledAction = {
  name: 'execute',
  // Most executed rules protect, so a match in any reading counts.
  readings: 'any',
  run(context, rule) {
    // Skip rules in the ruleset must not act on a request that matches this rule only in some readings.
    const isPartialMatch = context.request.readings !== undefined && !matchesAll(rule, context);
    const inner = isPartialMatch ? { ...context, isPartialMatch } : context;
    const outcome = rule.executes && runRuleset(rule.executes, inner, rule);
    return outcome instanceof Promise ? outcome.then(outside) : outside(outcome);
  },
};

/** A skip of the current ruleset ends the ruleset of the skip rule, not the one that executes it. */
const outside = (outcome: RuleOutcome): RuleOutcome =>
  outcome === 'end-of-ruleset' ? undefined : outcome;
