import { phaseByName } from '../../catalogs/phases.ts';
import type { PreviousPhase } from '../../contracts/snapshot/previous-firewall-section.ts';
import type {
  ExecutedSnapshot,
  RuleSnapshot,
  RulesetSnapshot,
} from '../../contracts/snapshot/rulesets-section.ts';
import { describeError } from '../../kernel/palisade-error.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { needBody } from '../../request/body/inspected-body.ts';
import type { CompiledAction, CompiledRule, CompiledRuleset, RuleTest } from './compiled-rule.ts';
import type { CredentialCheck } from './credential-check.ts';
import { executeAction } from './execute-action.ts';
import type { CompiledCondition, ExpressionContext } from './expression-values.ts';
import type { LiveRequest } from './live-request.ts';
import type { CompiledRate } from './rate-limit.ts';
import { sourceOf } from './rule-match.ts';
import type { RuleParts } from './rule-parts.ts';
import { type SharedRulesetFinder, SharedRulesetMissing } from './ruleset-links.ts';

/** The phase of rules that scan responses after they were sent. */
const RESPONSE_SCANS = 'http_response_firewall_managed';

export interface RuleSources {
  readonly parts: RuleParts;
  readonly shared: SharedRulesetFinder;
  /** The account whose lists the rules use. */
  readonly accountId: string;
}

interface RulesetContext {
  readonly phase: string;
  /** The key of a shared ruleset. */
  readonly sharedKey?: string;
}

/** Throws if a rule cannot be compiled. */
export function* compileRuleset(
  { id, rules: snapshots }: RulesetSnapshot,
  { phase, sharedKey }: RulesetContext,
  sources: RuleSources,
): Steps<CompiledRuleset> {
  const context = contextOf(phase);
  const rules: CompiledRule[] = [];
  const gated: (RuleTest | undefined)[] = [];
  let scansAll = true;
  for (const snapshot of snapshots) {
    try {
      const executed =
        snapshot.executes && (yield* compileExecuted(snapshot.executes, phase, sources));
      const condition = sources.parts.condition(snapshot.expression, context, sources.accountId);
      const rule = compileRule(snapshot, { id, phase, condition, executed }, sources);
      if (rule) {
        rules.push(rule);
        // A rate limit may count requests that do not match the condition, so it cannot have a gate.
        gated.push(snapshot.ratelimit ? undefined : condition);
        scansAll &&= condition.isAlwaysTrue && executed?.scansAll === true;
      }
    } catch (error) {
      if (error instanceof SharedRulesetMissing) throw error;
      throw new Error(`rule ${snapshot.id}: ${describeError(error)}`, { cause: error });
    }
    yield;
  }
  const gates = yield* sources.parts.gates(gated);
  return { id, sharedKey, rules, gates, scansAll, recipient: undefined };
}

interface RuleBasis {
  /** Id of the ruleset. */
  readonly id: string;
  readonly phase: string;
  readonly condition: CompiledCondition;
  readonly executed: Executed | undefined;
}

/** Undefined for rules that the API stores but the edge does not run. */
function compileRule(
  snapshot: RuleSnapshot,
  { id: rulesetId, phase, condition, executed }: RuleBasis,
  { parts, accountId }: RuleSources,
): CompiledRule | undefined {
  const { id, ref, description } = snapshot;
  const action = executed ? executed.action : parts.action(snapshot, phase, accountId);
  if (!action) return undefined;
  const check = snapshot.credentialCheck && parts.credentialCheck(snapshot.credentialCheck);
  const rate = snapshot.ratelimit && parts.rate(snapshot.ratelimit, accountId);
  // An action runs once and cannot wait, so a body that it needs must be read before.
  const actsOnBody = action.fields !== undefined && needBody(action.fields);
  return {
    id,
    // Usually equal to the id; then only one of the two strings stays in memory.
    ref: ref === id ? id : ref,
    description,
    rulesetId: executed?.rulesetId ?? rulesetId,
    source: snapshot.logged && !executed ? sourceOf(phase) : undefined,
    test: check
      ? { ...condition, reads: new Map([...condition.reads, ...check.reads]) }
      : condition,
    ...matchersOf(id, condition.evaluate, { check, rate, actsOnBody }),
    action,
    // A credential check always protects, so a match in any reading counts, whatever the action.
    readings: check ? 'any' : action.readings,
    executes: executed?.ruleset,
  };
}

/** The phases whose language the rules of the previous firewall use, so that equal conditions are shared with them. */
const languageOf: Readonly<Record<string, string>> = {
  previous_firewall_rules: 'http_request_firewall_custom',
  previous_managed_rules: 'http_request_firewall_managed',
} satisfies Record<PreviousPhase, string>;

/** Expressions may use the fields and functions of their phase only. */
function contextOf(phase: string): ExpressionContext {
  const name = languageOf[phase] ?? phase;
  const side = phaseByName(name)?.side;
  if (!side) throw new Error(`there is no phase ${phase}`);
  return { phase: name, side };
}

/** Checks of a rule in addition to its condition. */
interface ExtraChecks {
  readonly check: CredentialCheck | undefined;
  readonly rate: CompiledRate | undefined;
  readonly actsOnBody: boolean;
}

type Matchers = Pick<CompiledRule, 'matches' | 'matchesAny'>;

function matchersOf(
  ruleId: string,
  evaluate: NonNullable<RuleTest['evaluate']>,
  { check, rate, actsOnBody }: ExtraChecks,
): Matchers {
  if (!check && !rate && !actsOnBody) return { matches: evaluate };
  const holds: CompiledRule['matches'] = (request, context) =>
    evaluate(request) && (!check || check.isExposed(context));
  const withBody = (acts: boolean, request: LiveRequest): boolean => {
    if (acts && actsOnBody) request.inspectedBody.require();
    return acts;
  };
  if (!rate) return { matches: (request, context) => withBody(holds(request, context), request) };
  return {
    matches: (request, context) =>
      withBody(rate.acts(context, holds(request, context), ruleId), request),
    matchesAny(readings, context) {
      const matches = (request: LiveRequest) => holds(request, { ...context, request });
      return withBody(rate.actsForAny(context, readings, matches, ruleId), context.request);
    },
  };
}

/** The ruleset that an execute rule runs. */
interface Executed {
  readonly rulesetId: string;
  readonly action: CompiledAction;
  /** Undefined for rulesets that scan responses, which run later. */
  readonly ruleset: CompiledRuleset | undefined;
  readonly scansAll: boolean;
}

function* compileExecuted(
  executes: ExecutedSnapshot,
  phase: string,
  sources: RuleSources,
): Steps<Executed> {
  if (executes.kind === 'managed' && phase === RESPONSE_SCANS) {
    const action = sources.parts.scan(executes);
    const { rulesetId } = executes;
    return { rulesetId, action, ruleset: undefined, scansAll: action.ruleCount > 0 };
  }
  const ruleset = yield* requestRuleset(executes, phase, sources);
  return { rulesetId: ruleset.id, action: executeAction, ruleset, scansAll: false };
}

function* requestRuleset(
  executes: ExecutedSnapshot,
  phase: string,
  sources: RuleSources,
): Steps<CompiledRuleset> {
  if (executes.kind === 'custom') return sources.shared.find(executes.rulesetKey);
  if (executes.kind === 'inline')
    return yield* compileRuleset(executes.ruleset, { phase }, sources);
  return yield* sources.parts.deployment(executes, phase);
}
