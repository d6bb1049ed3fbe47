import type { KeyObject } from 'node:crypto';
import type { GuardRule } from '../../catalogs/managed-rulesets/exposed-credentials/credential-rule.ts';
import type {
  ManagedRule,
  ManagedRuleset,
} from '../../catalogs/managed-rulesets/managed-ruleset.ts';
import type { ExecutedSnapshot, RuleSnapshot } from '../../contracts/snapshot/rulesets-section.ts';
import { publicKeyFrom } from '../../kernel/hpke.ts';
import { actionCompilers, type RuleAct } from './actions.ts';
import type { CompiledRule, RuleInfo } from './compiled-rule.ts';
import { managedCredentialCheck } from './credential-check.ts';
import { liveConditionOf } from './expression-values.ts';
import type { LiveRequest } from './live-request.ts';
import { type FoundValue, MatchedEvidence, readValues } from './matched-evidence.ts';
import { sourceOf } from './rule-match.ts';

type Executed = Extract<ExecutedSnapshot, { kind: 'managed' }>;

interface Test {
  readonly holds: CompiledRule['matches'];
  readonly reads: RuleInfo['reads'];
  readonly needs: CompiledRule['needs'];
  readonly condition: RuleInfo['condition'];
  /** What made it hold, for who may know. */
  readonly found: (request: LiveRequest) => readonly FoundValue[];
}

/** How a deployment runs a rule. */
interface Deployed {
  readonly rulesetId: string;
  readonly action: string;
  readonly phase: string;
  /** Who may know what was matched. */
  readonly recipient: KeyObject | undefined;
}

/** What the origin is told about a login whose pair is known from leaks. */
export const EXPOSED_HEADER = 'exposed-credential-check';

const credentialHeader: RuleAct = {
  run({ effects }) {
    const { headerChanges } = effects;
    // Several rules may know the same login; once is enough.
    if (headerChanges.some(({ name }) => name === EXPOSED_HEADER)) return undefined;
    headerChanges.push({ name: EXPOSED_HEADER, operation: 'set', value: '1' });
    return undefined;
  },
};

/** The rules of a managed ruleset that a deployment has left on, with the actions it has chosen. */
export function compileManagedRules(
  managed: ManagedRuleset | undefined,
  executes: Executed,
  phase: string,
): readonly CompiledRule[] {
  const byId = new Map(managed?.rules.map((rule) => [rule.id, rule]));
  const rules: CompiledRule[] = [];
  const { rulesetId, publicKey } = executes;
  const recipient =
    publicKey === undefined ? undefined : publicKeyFrom(Buffer.from(publicKey, 'base64'));
  for (const { id, action } of executes.rules) {
    const rule = byId.get(id);
    const test = rule && testOf(rule);
    // Rules about responses are not asked here, and those of a later version not known yet.
    if (!rule || !test) continue;
    rules.push(compiled(rule, test, { rulesetId, action, phase, recipient }));
  }
  return rules;
}

function compiled(
  rule: ManagedRule,
  test: Test,
  { rulesetId, action, phase, recipient }: Deployed,
): CompiledRule {
  const act = action === 'rewrite' ? credentialHeader : actionOf(action, rule.id, phase, rulesetId);
  const match = {
    ruleId: rule.id,
    rulesetId,
    ref: rule.ref,
    description: rule.description,
    action,
    source: sourceOf(phase) ?? '',
    metadata: {},
  };
  return {
    id: rule.id,
    rulesetId,
    info: {
      ref: rule.ref,
      description: rule.description,
      action,
      reads: test.reads,
      condition: test.condition,
      executes: undefined,
    },
    matches: test.holds,
    needs: test.needs,
    act(context) {
      const evidence = recipient && new MatchedEvidence(recipient, test.found(context.request));
      context.effects.matches.push(evidence ? { ...match, evidence } : match);
      return act.run(context);
    },
  };
}

function actionOf(action: string, id: string, phase: string, rulesetId: string): RuleAct {
  const compile = actionCompilers[action];
  if (!compile) throw new Error(`managed rules cannot ${action}`);
  // Managed rules have no parameters of their own.
  return compile({ id, action, parameters: {} } as RuleSnapshot, phase, rulesetId);
}

function testOf(rule: ManagedRule): Test | undefined {
  if (rule.kind === 'credential') {
    const { reads, needs, isExposed, found } = managedCredentialCheck(rule.logins);
    return {
      reads,
      needs,
      holds: (_request, context) => isExposed(context),
      condition: undefined,
      found,
    };
  }
  if (rule.kind === 'guard') return guardTest(rule);
  if (rule.kind !== 'detection') return undefined;
  const { reads, evaluate, needs } = liveConditionOf(rule.expression);
  const found = (request: LiveRequest) => readValues(reads, request);
  return { reads, needs, condition: evaluate, holds: evaluate, found };
}

/** A custom rule may have set the header before, which is no forgery: what was sent counts. */
function guardTest({ expression, headers }: GuardRule): Test {
  const { reads, evaluate } = liveConditionOf(expression);
  const guarded = new Set(headers);
  const lengths = new Set(headers.map((name) => name.length));
  return {
    reads,
    // A gate would see headers that rules have set.
    needs: undefined,
    condition: (request) => evaluate(request.withRawHeaders()),
    // The same without a map of all headers, since every request is asked.
    holds: ({ rawHeaders }) =>
      rawHeaders.some(([name]) => lengths.has(name.length) && guarded.has(name.toLowerCase())),
    found: (request) => readValues(reads, request.withRawHeaders()),
  };
}
