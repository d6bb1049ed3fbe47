import { phaseByName } from '../../catalogs/phases.ts';
import type {
  ExecutedSnapshot,
  RuleSnapshot,
  RulesetSnapshot,
} from '../../contracts/snapshot/rulesets-section.ts';
import { describeError } from '../../kernel/palisade-error.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { needBody } from '../body/inspected-body.ts';
import type { CompiledAction, CompiledRule, CompiledRuleset, RuleTest } from './compiled-rule.ts';
import type { CredentialCheck } from './credential-check.ts';
import { executeAction } from './execute-action.ts';
import type { ExpressionPlace } from './expression-values.ts';
import type { CompiledRate } from './rate-limit.ts';
import { sourceOf } from './rule-match.ts';
import type { RuleParts } from './rule-parts.ts';
import { type SharedRulesetFinder, SharedRulesetMissing } from './ruleset-links.ts';

/** The phase whose rules are about responses that were sent. */
const RESPONSE_SCANS = 'http_response_firewall_managed';

/** What rulesets are compiled with. */
export interface RuleSources {
  readonly parts: RuleParts;
  readonly shared: SharedRulesetFinder;
}

/** Where a ruleset stands. */
interface RulesetPlace {
  readonly phase: string;
  /** Its key, if it is a shared one. */
  readonly sharedKey?: string;
}

/** What is known of a rule while the ruleset around it is compiled. */
interface Compiling {
  readonly rule: CompiledRule;
  readonly scansAll: boolean;
  /** What may decide beforehand that the rule cannot match. */
  readonly gate: RuleTest | undefined;
}

/** Throws when one of the rules cannot be used. */
export function* compileRuleset(
  { id, rules: snapshots }: RulesetSnapshot,
  { phase, sharedKey }: RulesetPlace,
  sources: RuleSources,
): Steps<CompiledRuleset> {
  const compiled: Compiling[] = [];
  for (const snapshot of snapshots) {
    const rule = yield* compileRule(snapshot, id, phase, sources);
    if (rule) compiled.push(rule);
    yield;
  }
  return {
    id,
    sharedKey,
    rules: compiled.map(({ rule }) => rule),
    gates: yield* sources.parts.gates(compiled.map(({ gate }) => gate)),
    scansAll: compiled.every((each) => each.scansAll),
    recipient: undefined,
  };
}

/** Undefined for rules of products that are only stored. */
function* compileRule(
  snapshot: RuleSnapshot,
  rulesetId: string,
  phase: string,
  sources: RuleSources,
): Steps<Compiling | undefined> {
  try {
    return yield* compileParts(snapshot, rulesetId, phase, sources);
  } catch (error) {
    if (error instanceof SharedRulesetMissing) throw error;
    throw new Error(`rule ${snapshot.id}: ${describeError(error)}`, { cause: error });
  }
}

function* compileParts(
  snapshot: RuleSnapshot,
  rulesetId: string,
  phase: string,
  sources: RuleSources,
): Steps<Compiling | undefined> {
  const { parts } = sources;
  const { id, ref, description, logged, executes } = snapshot;
  const condition = parts.condition(snapshot.expression, placeOf(phase));
  const executed = executes && (yield* compileExecuted(executes, phase, sources));
  const action = executed ? executed.action : parts.action(snapshot, phase);
  if (!action) return undefined;
  const check = snapshot.credentialCheck && parts.credentialCheck(snapshot.credentialCheck);
  const rate = snapshot.ratelimit && parts.rate(snapshot.ratelimit);
  // An action runs once, so that what it reads of the body has to be there before.
  const actsOnBody = needBody(action.fields ?? []);
  const test: RuleTest = check
    ? { ...condition, reads: new Map([...condition.reads, ...check.reads]) }
    : condition;
  const rule: CompiledRule = {
    id,
    // Mostly they are equal; one text is enough then.
    ref: ref === id ? id : ref,
    description,
    rulesetId: executed?.rulesetId ?? rulesetId,
    source: logged && !executes ? sourceOf(phase) : undefined,
    test,
    matches:
      check || rate || actsOnBody
        ? matcher(id, condition.evaluate, { check, rate, actsOnBody })
        : condition.evaluate,
    action,
    executes: executed?.ruleset,
  };
  return {
    rule,
    scansAll: condition.isAlwaysTrue && executed?.scansAll === true,
    // A rate may count what the condition is not about.
    gate: rate ? undefined : condition,
  };
}

/** An expression of a phase may use the words of that phase. */
function placeOf(phase: string): ExpressionPlace {
  const side = phaseByName(phase)?.side;
  if (!side) throw new Error(`there is no phase ${phase}`);
  return { phase, side };
}

/** What a rule asks besides its condition. */
interface Further {
  readonly check: CredentialCheck | undefined;
  readonly rate: CompiledRate | undefined;
  readonly actsOnBody: boolean;
}

function matcher(
  ruleId: string,
  evaluate: NonNullable<RuleTest['evaluate']>,
  { check, rate, actsOnBody }: Further,
): CompiledRule['matches'] {
  return (request, context) => {
    const holds = evaluate(request) && (!check || check.isExposed(context));
    const acts = rate ? rate.acts(context, holds, ruleId) : holds;
    if (acts && actsOnBody) request.inspectedBody.require();
    return acts;
  };
}

/** What an execute rule runs. */
interface Executed {
  readonly rulesetId: string;
  readonly action: CompiledAction;
  /** Undefined when nothing is run now: responses are scanned later. */
  readonly ruleset: CompiledRuleset | undefined;
  readonly scansAll: boolean;
}

function* compileExecuted(
  executes: ExecutedSnapshot,
  phase: string,
  { parts, shared }: RuleSources,
): Steps<Executed> {
  if (executes.kind === 'managed' && phase === RESPONSE_SCANS) {
    const action = parts.scan(executes);
    const { rulesetId } = executes;
    return { rulesetId, action, ruleset: undefined, scansAll: action.ruleCount > 0 };
  }
  const ruleset =
    executes.kind === 'custom'
      ? shared.find(executes.rulesetKey)
      : yield* parts.deployment(executes, phase);
  return { rulesetId: ruleset.id, action: executeAction, ruleset, scansAll: false };
}
