import type { EdgeResponse } from '../edge-response.ts';
import type { CompiledRule, CompiledRuleset, RuleContext, RuleOutcome } from './compiled-rule.ts';
import type { LiveRequest } from './live-request.ts';
import type { RuleGates } from './rule-gates.ts';
import { sourceOf } from './rule-match.ts';
import type { RuleTimes, RunRecord } from './run-record.ts';

/** Runs the rulesets of a phase, the account's first. An answer ends everything. */
export function runPhase(
  phase: string,
  rulesets: readonly CompiledRuleset[],
  context: RuleContext,
): EdgeResponse | undefined {
  const { effects, request } = context;
  const view = request.viewIn(phase, effects.lastView);
  effects.lastView = view;
  for (let index = 0; index < rulesets.length; index++) {
    if (effects.skips?.phases.has(phase)) {
      view.skippedFrom = index;
      return undefined;
    }
    const outcome = runRuleset(rulesets[index] as CompiledRuleset, context);
    if (outcome !== undefined && outcome !== 'end-of-ruleset') return outcome;
  }
  return undefined;
}

/** Runs rules from top to bottom until one ends the ruleset, or everything. */
export function runRuleset(ruleset: CompiledRuleset, context: RuleContext): RuleOutcome {
  const { effects, request } = context;
  const { ruleTimes } = context.exchange;
  const { rules } = ruleset;
  const gates = lookedThrough(ruleset, request);
  // Rules that are skipped are shown in traces, so then none is passed over.
  const next = (from: number) =>
    gates === undefined || effects.skips !== undefined ? from : gates.next(from);
  let index = next(0);
  while (index < rules.length) {
    // One guard around them all: one around each would cost more than most conditions.
    try {
      for (; index < rules.length; index = next(index + 1)) {
        const rule = rules[index] as CompiledRule;
        if (effects.skips !== undefined && isSkipped(rule, context)) {
          effects.ran.push({ rule, outcome: 'skipped', ends: 'nothing' });
        } else if (
          ruleTimes === undefined ? rule.matches(request, context) : timed(rule, context, ruleTimes)
        ) {
          const outcome = act(rule, context);
          if (outcome !== undefined) return outcome;
        }
      }
    } catch (error) {
      const outcome = failed(rules[index] as CompiledRule, context, error);
      if (outcome !== undefined) return outcome;
      index = next(index + 1);
    }
  }
  return undefined;
}

/** Without gates each rule is asked, and the one that fails is known. */
function lookedThrough({ gates }: CompiledRuleset, request: LiveRequest): RuleGates | undefined {
  try {
    gates?.look(request);
    return gates;
  } catch {
    return undefined;
  }
}

function act(rule: CompiledRule, context: RuleContext): RuleOutcome {
  const record: RunRecord = { rule, outcome: 'matched', ends: 'nothing' };
  context.effects.ran.push(record);
  const outcome = rule.act(context);
  if (outcome !== undefined) record.ends = outcome === 'end-of-ruleset' ? 'ruleset' : 'answer';
  return outcome;
}

/** The operator has chosen: traffic survives our bugs, or nothing passes a rule that could not be asked. */
function failed(rule: CompiledRule, { effects, edge }: RuleContext, error: unknown): RuleOutcome {
  edge.telemetry.ruleFailed(rule.id, error);
  // An answer of the origin cannot be blocked any more.
  const blocks = edge.failingRules === 'block' && effects.lastView?.response === undefined;
  const last = effects.ran.at(-1);
  if (last?.rule === rule) effects.ran.pop();
  effects.ran.push({ rule, outcome: 'failed', ends: blocks ? 'answer' : 'nothing' });
  if (!blocks) return undefined;
  effects.matches.push({
    ruleId: rule.id,
    rulesetId: rule.rulesetId,
    ref: rule.info.ref,
    description: 'The rule failed, and the edge is set to block what it cannot judge',
    action: 'block',
    source: sourceOf(effects.lastView?.phase ?? '') ?? 'firewallcustom',
    metadata: {},
  });
  return { kind: 'problem', problem: 'blocked' };
}

function isSkipped({ id, rulesetId }: CompiledRule, { effects }: RuleContext): boolean {
  const { skips } = effects;
  return skips !== undefined && (skips.rulesets.has(rulesetId) || skips.rules.has(id));
}

function timed(rule: CompiledRule, context: RuleContext, times: RuleTimes): boolean {
  const start = performance.now();
  const holds = rule.matches(context.request, context);
  times.set(rule, (performance.now() - start) * 1000);
  return holds;
}
