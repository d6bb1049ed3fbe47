import type { CompiledAction, RuleOutcome } from './compiled-rule.ts';
import { runRuleset } from './run-phase.ts';

/** Runs the ruleset that a rule executes. */
export const executeAction: CompiledAction = {
  name: 'execute',
  // The rules that it leads to mostly protect; each of them judges the readings again.
  readings: 'any',
  run(context, rule) {
    const outcome = rule.executes && runRuleset(rule.executes, context, rule);
    return outcome instanceof Promise ? outcome.then(outside) : outside(outcome);
  },
};

/** A skip of the current ruleset ends the one it stands in, not the one that runs it. */
const outside = (outcome: RuleOutcome): RuleOutcome =>
  outcome === 'end-of-ruleset' ? undefined : outcome;
