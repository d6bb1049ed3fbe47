import type { KeyObject } from 'node:crypto';
import { bodyNotRead } from '../../request/body/inspected-body.ts';
import type { EdgeResponse } from '../edge-response.ts';
import type {
  CompiledRule,
  CompiledRuleset,
  MaybeAsync,
  RuleContext,
  RuleOutcome,
} from './compiled-rule.ts';
import type { LiveRequest } from './live-request.ts';
import { MatchedEvidence } from './matched-evidence.ts';
import { rateNotAsked } from './rate-limit.ts';
import { holdsForTargets } from './readings.ts';
import type { Gates } from './rule-gates.ts';
import { type RuleMatch, sourceOf } from './rule-match.ts';
import type { PhaseView, RunRecord } from './run-record.ts';

/** Runs the rulesets of a phase, the account's first. A response ends the request. */
export function runPhase(
  phase: string,
  rulesets: readonly CompiledRuleset[],
  context: RuleContext,
): MaybeAsync<EdgeResponse | undefined> {
  const { effects, request } = context;
  const view = request.viewIn(phase, effects.lastView, effects.ran.length);
  effects.lastView = view;
  return runRulesets(rulesets, 0, view, context);
}

function runRulesets(
  rulesets: readonly CompiledRuleset[],
  first: number,
  view: PhaseView,
  context: RuleContext,
): MaybeAsync<EdgeResponse | undefined> {
  for (let index = first; index < rulesets.length; index++) {
    if (context.effects.skips?.phases.has(view.phase)) {
      view.skippedFrom = index;
      return undefined;
    }
    const outcome = runRuleset(rulesets[index] as CompiledRuleset, context);
    if (outcome instanceof Promise) {
      return outcome.then(
        (late) => responseIn(late) ?? runRulesets(rulesets, index + 1, view, context),
      );
    }
    const response = responseIn(outcome);
    if (response) return response;
  }
  return undefined;
}

const responseIn = (outcome: RuleOutcome): EdgeResponse | undefined =>
  outcome === 'end-of-ruleset' ? undefined : outcome;

/**
 * Runs rules from top to bottom until one ends the ruleset, or the request. The result is a promise only if a condition
 * needed the body of the request before it was read, or a count of the primary. `executedBy` is the rule that executes the ruleset, if any.
 */
export function runRuleset(
  ruleset: CompiledRuleset,
  context: RuleContext,
  executedBy?: CompiledRule,
  first = 0,
): MaybeAsync<RuleOutcome> {
  const { effects, request } = context;
  const { ruleTimes } = context.exchange;
  const { rules } = ruleset;
  // Undefined for nearly all requests, which take the fast path.
  const { readings } = request;
  const gates = checkedGates(ruleset, request);
  // Traces show skipped rules, so gates are not used once something is skipped.
  const next = (from: number) =>
    gates === undefined || effects.skips !== undefined ? from : gates.next(from);
  let index = next(first);
  while (index < rules.length) {
    // One `try` around all rules, because one around each would cost more than most conditions.
    try {
      for (; index < rules.length; index = next(index + 1)) {
        const rule = rules[index];
        if (rule === undefined) continue;
        if (effects.skips !== undefined && isSkipped(rule, context)) {
          effects.ran.push({ rule, executedBy, outcome: 'skipped', ends: 'nothing' });
          continue;
        }
        if (rule.test.needsFindings && request.inspectedBody.isPending) {
          return resumeWithBody(ruleset, context, executedBy, index);
        }
        const isPlain = readings === undefined && ruleTimes === undefined;
        if (isPlain ? rule.matches(request, context) : judge(rule, context, executedBy)) {
          const outcome = act(rule, context, ruleset, executedBy);
          if (outcome instanceof Promise) {
            const next = index + 1;
            return outcome.then((late) => late ?? runRuleset(ruleset, context, executedBy, next));
          }
          if (outcome !== undefined) return outcome;
        }
      }
    } catch (error) {
      if (error === bodyNotRead) return resumeWithBody(ruleset, context, executedBy, index);
      if (error === rateNotAsked) return resumeWithRate(ruleset, context, executedBy, index);
      const outcome = failed(rules[index] as CompiledRule, context, executedBy, error);
      if (outcome !== undefined) return outcome;
      index = next(index + 1);
    }
  }
  return undefined;
}

/** Reads the body, then resumes with the rule that needed it: conditions have no side effects, so it can run again. */
async function resumeWithBody(
  ruleset: CompiledRuleset,
  context: RuleContext,
  executedBy: CompiledRule | undefined,
  index: number,
): Promise<RuleOutcome> {
  const { request, effects, edge } = context;
  try {
    await request.inspectedBody.read(edge.limits);
  } catch (error) {
    const rule = ruleset.rules[index] as CompiledRule;
    effects.ran.push({ rule, executedBy, outcome: 'not reached', ends: 'nothing' });
    throw error;
  }
  return runRuleset(ruleset, context, executedBy, index);
}

/** Asks the primary, then resumes with the rule that needed its count. */
async function resumeWithRate(
  ruleset: CompiledRuleset,
  context: RuleContext,
  executedBy: CompiledRule | undefined,
  index: number,
): Promise<RuleOutcome> {
  const { effects, edge } = context;
  const { rateQuestion: question } = effects;
  if (question) {
    const waitMs = (await edge.nodeRates?.ask(question.key, question.limit)) ?? 0;
    effects.rateAnswers.set(question.key, waitMs);
  }
  return runRuleset(ruleset, context, executedBy, index);
}

/** Undefined if a gate throws: then each rule is evaluated, and the failing one is identified. */
function checkedGates({ gates }: CompiledRuleset, request: LiveRequest): Gates | undefined {
  try {
    gates?.check(request);
    return gates;
  } catch {
    return undefined;
  }
}

function act(
  rule: CompiledRule,
  context: RuleContext,
  { recipient }: CompiledRuleset,
  executedBy: CompiledRule | undefined,
): MaybeAsync<RuleOutcome> {
  const { effects } = context;
  const record: RunRecord = { rule, executedBy, outcome: 'matched', ends: 'nothing' };
  effects.ran.push(record);
  const { source } = rule;
  if (source !== undefined) effects.matches.push(matchOf(rule, source, recipient, context));
  const outcome = rule.action.run(context, rule);
  return outcome instanceof Promise
    ? outcome.then((late) => ended(record, late))
    : ended(record, outcome);
}

function ended(record: RunRecord, outcome: RuleOutcome): RuleOutcome {
  if (outcome !== undefined) record.ends = outcome === 'end-of-ruleset' ? 'ruleset' : 'exchange';
  return outcome;
}

/** Created only after a match, because most rules do not match. */
function matchOf(
  rule: CompiledRule,
  source: string,
  recipient: KeyObject | undefined,
  context: RuleContext,
): RuleMatch {
  const { id, rulesetId, ref, description, action, test } = rule;
  const match = {
    ruleId: id,
    rulesetId,
    ref,
    description,
    action: action.name,
    source,
    metadata: test.explain?.(context) ?? {},
  };
  if (!recipient || !test.found) return match;
  const seen = matchingReading(rule, context) ?? context.request;
  return { ...match, evidence: new MatchedEvidence(recipient, test.found(seen)) };
}

/** Handles a rule that throws, as `failingRules` selects: fail open (`skip`) or fail closed (`block`). */
function failed(
  rule: CompiledRule,
  { effects, edge }: RuleContext,
  executedBy: CompiledRule | undefined,
  error: unknown,
): RuleOutcome {
  edge.telemetry.ruleFailed(rule.id, error);
  // In response phases the request can no longer be blocked.
  const blocks = edge.failingRules === 'block' && effects.lastView?.response === undefined;
  const last = effects.ran.at(-1);
  if (last?.rule === rule) effects.ran.pop();
  effects.ran.push({ rule, executedBy, outcome: 'failed', ends: blocks ? 'exchange' : 'nothing' });
  if (!blocks) return undefined;
  effects.matches.push({
    ruleId: rule.id,
    rulesetId: rule.rulesetId,
    ref: rule.ref,
    description: 'The rule failed, and the edge is configured to block requests in this case',
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

/** Evaluates a rule for a request that has several readings, or whose rules are timed. */
function judge(
  rule: CompiledRule,
  context: RuleContext,
  executedBy: CompiledRule | undefined,
): boolean {
  const start = performance.now();
  const holds = holdsFor(rule, context);
  const micros = (performance.now() - start) * 1000;
  context.exchange.ruleTimes?.set(rule, executedBy, micros);
  return holds;
}

function holdsFor(rule: CompiledRule, context: RuleContext): boolean {
  const { request } = context;
  const { readings } = request;
  if (readings === undefined) return rule.matches(request, context);
  if (rule.matchesAny) return rule.matchesAny(readings, context);
  if (rule.readings === 'any') return matchingReading(rule, context) !== undefined;
  if (context.isPartialMatch) return false;
  if (rule.readings === 'all') return matchesAll(rule, context);
  if (rule.readings === 'forwarded') return rule.matches(request, context);
  return holdsForTargets(request, (reading) =>
    rule.matches(reading, { ...context, request: reading }),
  );
}

/** Whether a rule matches in every reading of a request. */
export function matchesAll(rule: CompiledRule, context: RuleContext): boolean {
  const readings = context.request.readings ?? [context.request];
  return readings.every((reading) => rule.matches(reading, { ...context, request: reading }));
}

/** The first reading of a request that a rule matches. */
function matchingReading(rule: CompiledRule, context: RuleContext): LiveRequest | undefined {
  return context.request.readings?.find((reading) =>
    rule.matches(reading, { ...context, request: reading }),
  );
}
