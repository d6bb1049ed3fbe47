import type { FindingSelector } from '../../catalogs/attacks/finding-selector.ts';
import { strengths } from '../../catalogs/attacks/strength.ts';
import type { GuardRule } from '../../catalogs/managed-rulesets/exposed-credentials/credential-rule.ts';
import type {
  ManagedRule,
  ManagedRuleset,
  ScoreRule,
} from '../../catalogs/managed-rulesets/managed-ruleset.ts';
import {
  type DeployedRule,
  resolveOverrides,
} from '../../catalogs/managed-rulesets/override-resolution.ts';
import type { ManagedDeployment } from '../../contracts/snapshot/rulesets-section.ts';
import { publicKeyFrom } from '../../kernel/hpke.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { compileAction } from './actions.ts';
import { AttackGates } from './attacks/attack-gates.ts';
import { attackTest } from './attacks/attack-test.ts';
import { thresholdTest } from './attacks/threshold-test.ts';
import type { CompiledAction, CompiledRule, CompiledRuleset } from './compiled-rule.ts';
import { managedCredentialCheck } from './credential-check.ts';
import { compileCondition, liveReader } from './expression-values.ts';
import type { LiveRequest } from './live-request.ts';
import type { ManagedTest } from './managed-test.ts';
import { readValues } from './matched-evidence.ts';
import { type Gates, RuleGates } from './rule-gates.ts';
import { sourceOf } from './rule-match.ts';

/** The request header that marks logins with leaked credentials for the origin. */
export const EXPOSED_HEADER = 'exposed-credential-check';

const credentialHeader: CompiledAction = {
  name: 'rewrite',
  readings: 'any',
  run({ effects }) {
    const { headerChanges } = effects;
    // Several rules may match the same login; the header is set once.
    if (headerChanges.some(({ name }) => name === EXPOSED_HEADER)) return undefined;
    headerChanges.push({ name: EXPOSED_HEADER, operation: 'set', value: '1' });
    return undefined;
  },
};

/**
 * A managed ruleset, compiled once for all its deployments. A deployment is an overlay: a list with the variant of each
 * rule that it runs. Variants differ only in their action.
 */
export class ManagedRules {
  readonly #ruleset: ManagedRuleset;
  readonly #phase: string;
  /** By position in the catalog; undefined for rules that scan responses or only add to a score. */
  readonly #tests: readonly (ManagedTest | undefined)[];
  readonly #gates: Gates | undefined;
  readonly #positions: ReadonlyMap<string, number>;
  /** By position and action, so their number is small. */
  readonly #variants = new Map<string, CompiledRule>();

  private constructor(
    ruleset: ManagedRuleset,
    phase: string,
    tests: readonly (ManagedTest | undefined)[],
    gates: Gates | undefined,
  ) {
    this.#ruleset = ruleset;
    this.#phase = phase;
    this.#tests = tests;
    this.#gates = gates;
    this.#positions = new Map(ruleset.rules.map(({ id }, position) => [id, position]));
  }

  static *compile(ruleset: ManagedRuleset, phase: string): Steps<ManagedRules> {
    const tests: (ManagedTest | undefined)[] = [];
    for (const rule of ruleset.rules) {
      tests.push(testOf(rule));
      yield;
    }
    return new ManagedRules(ruleset, phase, tests, yield* gatesOf(ruleset, tests));
  }

  deploy({ overrides, publicKey }: ManagedDeployment): CompiledRuleset {
    const rules = new Array<CompiledRule | undefined>(this.#tests.length).fill(undefined);
    const deployed = resolveOverrides(this.#ruleset, overrides);
    for (const { id, action } of deployed) {
      const position = this.#positions.get(id);
      if (position !== undefined) rules[position] = this.#variant(position, action);
    }
    this.#addThreshold(rules, deployed);
    return {
      id: this.#ruleset.id,
      sharedKey: undefined,
      rules,
      gates: this.#gates,
      scansAll: false,
      recipient:
        publicKey === undefined ? undefined : publicKeyFrom(Buffer.from(publicKey, 'base64')),
    };
  }

  #variant(position: number, action: string): CompiledRule | undefined {
    const test = this.#tests[position];
    const rule = this.#ruleset.rules[position];
    if (!test || !rule) return undefined;
    const key = `${position} ${action}`;
    const known = this.#variants.get(key);
    if (known) return known;
    const variant = this.#compiled(rule, test, action);
    this.#variants.set(key, variant);
    return variant;
  }

  /** A closing rule depends on the score rules of its deployment, so deployments do not share it. */
  #addThreshold(rules: (CompiledRule | undefined)[], deployed: readonly DeployedRule[]): void {
    const enabled = new Set(deployed.map(({ id }) => id));
    const scoring = this.#ruleset.rules.filter(
      (rule): rule is ScoreRule => rule.kind === 'score' && enabled.has(rule.id),
    );
    for (const { id, action, scoreThreshold } of deployed) {
      const position = this.#positions.get(id) ?? -1;
      const rule = this.#ruleset.rules[position];
      if (scoreThreshold === undefined || !rule) continue;
      rules[position] = this.#compiled(rule, thresholdTest(scoring, scoreThreshold), action);
    }
  }

  #compiled(rule: ManagedRule, test: ManagedTest, action: string): CompiledRule {
    return {
      id: rule.id,
      ref: rule.ref,
      description: rule.description,
      rulesetId: this.#ruleset.id,
      source: sourceOf(this.#phase) ?? '',
      test,
      matches: test.matches,
      action: actionOf(action, this.#phase),
      // All managed rules protect.
      readings: 'any',
      executes: undefined,
    };
  }
}

function* gatesOf(
  { rules }: ManagedRuleset,
  tests: readonly (ManagedTest | undefined)[],
): Steps<Gates | undefined> {
  const selectors = rules.map((rule) => selectorOf(rule));
  const isAbout = selectors.some((selector) => selector !== undefined);
  // Attack rules have gates of their own: an empty list of prerequisites is never true.
  const needed = tests.map((test, position) => (selectors[position] ? [] : test?.needs));
  const others = yield* RuleGates.of(needed, liveReader);
  return isAbout ? new AttackGates(selectors, others) : others;
}

/** A closing rule needs a finding of any kind, and so do the rules that add to the score, which never run by themselves. */
function selectorOf(rule: ManagedRule): FindingSelector | undefined {
  if (rule.kind === 'attack') return rule.finds;
  if (rule.kind === 'score') return { signs: [], strengths: [] };
  return rule.kind === 'threshold' ? { strengths } : undefined;
}

/** Managed rules have no parameters of their own. */
function actionOf(name: string, phase: string): CompiledAction {
  if (name === 'rewrite') return credentialHeader;
  const action = compileAction(name, {}, { phase });
  if (!action) throw new Error(`managed rules cannot have the action ${name}`);
  return action;
}

function testOf(rule: ManagedRule): ManagedTest | undefined {
  if (rule.kind === 'credential') {
    const { isExposed, ...check } = managedCredentialCheck(rule.logins);
    return { ...check, evaluate: undefined, matches: (_request, context) => isExposed(context) };
  }
  if (rule.kind === 'guard') return guardTest(rule);
  if (rule.kind === 'attack') return attackTest(rule);
  if (rule.kind !== 'detection') return undefined;
  const condition = compileCondition(rule.expression);
  const found = (request: LiveRequest) => readValues(condition.reads, request);
  return { ...condition, isQuiet: true, found, matches: condition.evaluate };
}

/** Checks the headers as sent, because a header that a custom rule has set is not a forgery. */
function guardTest({ expression, headers }: GuardRule): ManagedTest {
  const { reads, evaluate } = compileCondition(expression);
  const guarded = new Set(headers);
  const lengths = new Set(headers.map((name) => name.length));
  return {
    reads,
    // No gate: it would see headers that rules have set.
    needs: undefined,
    evaluate: (request) => evaluate(request.withRawHeaders()),
    // Equivalent to the expression, without a map of all headers, because this runs for every request.
    matches: ({ rawHeaders }) =>
      rawHeaders.some(([name]) => lengths.has(name.length) && guarded.has(name.toLowerCase())),
    found: (request) => readValues(reads, request.withRawHeaders()),
  };
}
