import type { CompiledAction, RuleOutcome } from './compiled-rule.ts';
import { matchesAll, runRuleset } from './run-phase.ts';

/** Runs the ruleset that a rule executes. */
export const executeAction: CompiledAction = {
  name: 'execute',
  // The rules that it leads to mostly protect.
  readings: 'any',
  run(context, rule) {
    // What opens a way inside must not do so for a request that may not belong here.
    const isDoubtful = context.request.readings !== undefined && !matchesAll(rule, context);
    const inner = isDoubtful ? { ...context, isDoubtful } : context;
    const outcome = rule.executes && runRuleset(rule.executes, inner, rule);
    return outcome instanceof Promise ? outcome.then(outside) : outside(outcome);
  },
};

/** A skip of the current ruleset ends the one it stands in, not the one that runs it. */
const outside = (outcome: RuleOutcome): RuleOutcome =>
  outcome === 'end-of-ruleset' ? undefined : outcome;
