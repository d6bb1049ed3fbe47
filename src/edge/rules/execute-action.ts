import type { CompiledAction, RuleOutcome } from './compiled-rule.ts';
import { runRuleset, whenKnown } from './run-phase.ts';

/** Runs the ruleset that a rule executes. */
export const executeAction: CompiledAction = {
  name: 'execute',
  run: (context, rule) =>
    rule.executes && whenKnown(runRuleset(rule.executes, context, rule), endedInside),
};

/** A skip of the current ruleset ends the one it stands in, not the one that runs it. */
const endedInside = (outcome: RuleOutcome): RuleOutcome =>
  outcome === 'end-of-ruleset' ? undefined : outcome;
