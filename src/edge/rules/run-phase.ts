import type { EdgeAnswer } from '../edge-answer.ts';
import type { CompiledRule, CompiledRuleset, RuleContext, RuleOutcome } from './compiled-rule.ts';
import type { RuleTimes, RunRecord } from './run-record.ts';

/** Runs the rulesets of a phase, the account's first. An answer ends everything. */
export function runPhase(
  phase: string,
  rulesets: readonly CompiledRuleset[],
  context: RuleContext,
): EdgeAnswer | undefined {
  const { marks, request } = context;
  const view = request.viewIn(phase, marks.lastView);
  marks.lastView = view;
  for (const [index, ruleset] of rulesets.entries()) {
    if (marks.skips?.phases.has(phase)) {
      view.skippedFrom = index;
      return undefined;
    }
    const outcome = runRuleset(ruleset, context);
    if (outcome !== undefined && outcome !== 'end-of-ruleset') return outcome;
  }
  return undefined;
}

/** Runs rules from top to bottom until one ends the ruleset, or everything. */
export function runRuleset(ruleset: CompiledRuleset, context: RuleContext): RuleOutcome {
  const { ran } = context.marks;
  const { ruleTimes } = context.transaction;
  for (const rule of ruleset.rules) {
    if (isSkipped(rule, context)) {
      ran.push({ rule, outcome: 'skipped', ends: 'nothing' });
      continue;
    }
    const holds = ruleTimes ? timed(rule, context, ruleTimes) : matches(rule, context);
    if (!holds) continue;
    const record: RunRecord = { rule, outcome: 'matched', ends: 'thrown' };
    ran.push(record);
    const outcome = rule.act(context);
    record.ends = endOf(outcome);
    if (outcome !== undefined) return outcome;
  }
  return undefined;
}

function endOf(outcome: RuleOutcome): RunRecord['ends'] {
  if (outcome === undefined) return 'nothing';
  return outcome === 'end-of-ruleset' ? 'ruleset' : 'answer';
}

function isSkipped({ id, rulesetId }: CompiledRule, { marks }: RuleContext): boolean {
  const { skips } = marks;
  return skips !== undefined && (skips.rulesets.has(rulesetId) || skips.rules.has(id));
}

/** A rule that fails counts as one that does not match: traffic survives our bugs. */
function matches(rule: CompiledRule, context: RuleContext): boolean {
  try {
    return rule.matches(context);
  } catch (error) {
    context.marks.ran.push({ rule, outcome: 'failed', ends: 'nothing' });
    context.edge.telemetry.ruleFailed(rule.id, error);
    return false;
  }
}

function timed(rule: CompiledRule, context: RuleContext, times: RuleTimes): boolean {
  const start = performance.now();
  const holds = matches(rule, context);
  times.set(rule, (performance.now() - start) * 1000);
  return holds;
}
