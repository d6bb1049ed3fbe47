import { managedRulesetById } from '../../catalogs/managed-rulesets/managed-rulesets.ts';
import type {
  ExecutedSnapshot,
  RuleSnapshot,
  RulesetSnapshot,
  RulesetsSection,
} from '../../contracts/snapshot/rulesets-section.ts';
import { needBody } from '../body/inspected-body.ts';
import { actionCompilers, type RuleAct } from './actions.ts';
import type { CompiledRule, CompiledRules, CompiledRuleset, RuleOutcome } from './compiled-rule.ts';
import { customCredentialCheck } from './credential-check.ts';
import { isAlwaysTrue, liveCondition, liveReader } from './expression-values.ts';
import { compileManagedRules } from './managed-rules.ts';
import { compileRate } from './rate-limit.ts';
import { compileResponseScan } from './response-scan.ts';
import { RuleGates } from './rule-gates.ts';
import { sourceOf } from './rule-match.ts';
import { runRuleset, whenKnown } from './run-phase.ts';

/** The phase whose rules look at answers that were sent. */
const RESPONSE_SCANS = 'http_response_firewall_managed';

/** Turns the rules of a zone into code. Throws when one of them cannot be used. */
export function compileRules(section: RulesetsSection | undefined): CompiledRules {
  const phases = new Map<string, readonly CompiledRuleset[]>();
  for (const [phase, rulesets] of Object.entries(section?.phases ?? {})) {
    phases.set(
      phase,
      rulesets.map((ruleset) => compileRuleset(ruleset, phase)),
    );
  }
  const scansAll = section?.phases[RESPONSE_SCANS]?.every(({ rules }) => rules.every(scansAlways));
  return { phases, scansAll: scansAll ?? false };
}

const scansAlways = ({ condition, executes }: RuleSnapshot): boolean =>
  isAlwaysTrue(condition) && executes?.kind === 'managed' && executes.rules.length > 0;

function compileRuleset(ruleset: RulesetSnapshot, phase: string): CompiledRuleset {
  const rules = ruleset.rules
    .map((rule) => compileRule(rule, ruleset.id, phase))
    .filter((rule) => rule !== undefined);
  return compiledRuleset(ruleset.id, rules);
}

function compiledRuleset(id: string, rules: readonly CompiledRule[]): CompiledRuleset {
  const needed = rules.map((rule) => rule.needs);
  return { id, rules, gates: RuleGates.of(needed, liveReader) };
}

/** Undefined for rules of products that are only stored. */
function compileRule(
  rule: RuleSnapshot,
  rulesetId: string,
  phase: string,
): CompiledRule | undefined {
  const condition = liveCondition(rule.condition);
  const act = rule.executes
    ? compileExecuted(rule.executes, phase)
    : actionCompilers[rule.action]?.(rule, phase, rulesetId);
  if (!act) return undefined;
  const check = rule.credentialCheck && customCredentialCheck(rule.credentialCheck);
  const rate = rule.ratelimit && compileRate(rule);
  // An action runs once, so that what it reads of the body has to be there before.
  const actsOnBody = needBody(act.fields ?? []);
  const source = sourceOf(phase);
  const logs = rule.logged && source !== undefined && !rule.executes;
  const match = {
    ruleId: rule.id,
    rulesetId,
    ref: rule.ref,
    description: rule.description,
    action: rule.action,
    source: source ?? '',
    metadata: {},
  };
  return {
    id: rule.id,
    // A skip by ruleset means what an execute rule runs.
    rulesetId: rule.executes ? executedId(rule.executes) : rulesetId,
    info: {
      ref: rule.ref,
      description: rule.description,
      action: rule.action,
      reads: check ? new Map([...condition.reads, ...check.reads]) : condition.reads,
      condition: condition.evaluate,
      executes: act.executes,
    },
    matches:
      check || rate || actsOnBody
        ? (request, context) => {
            const holds = condition.evaluate(request) && (!check || check.isExposed(context));
            const acts = rate ? rate.acts(context, holds) : holds;
            if (acts && actsOnBody) request.inspectedBody.require();
            return acts;
          }
        : condition.evaluate,
    // A rate may count what the condition is not about.
    needs: rate ? undefined : condition.needs,
    act(context) {
      if (logs) context.effects.matches.push(match);
      return act.run(context);
    },
  };
}

function executedId(executes: ExecutedSnapshot): string {
  return executes.kind === 'custom' ? executes.ruleset.id : executes.rulesetId;
}

function compileExecuted(executes: ExecutedSnapshot, phase: string): RuleAct {
  if (executes.kind === 'managed' && phase === RESPONSE_SCANS) return compileResponseScan(executes);
  const ruleset =
    executes.kind === 'custom'
      ? compileRuleset(executes.ruleset, phase)
      : compileManaged(executes, phase);
  return {
    executes: ruleset,
    run: (context) => whenKnown(runRuleset(ruleset, context), endedInside),
  };
}

/** A skip of the current ruleset ends the one it stands in, not the one that runs it. */
const endedInside = (outcome: RuleOutcome): RuleOutcome =>
  outcome === 'end-of-ruleset' ? undefined : outcome;

function compileManaged(
  executes: Extract<ExecutedSnapshot, { kind: 'managed' }>,
  phase: string,
): CompiledRuleset {
  const managed = managedRulesetById(executes.rulesetId);
  return compiledRuleset(executes.rulesetId, compileManagedRules(managed, executes, phase));
}
