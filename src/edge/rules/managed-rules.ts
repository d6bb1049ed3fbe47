import type { GuardRule } from '../../catalogs/managed-rulesets/exposed-credentials/credential-rule.ts';
import type {
  ManagedRule,
  ManagedRuleset,
} from '../../catalogs/managed-rulesets/managed-ruleset.ts';
import { resolveOverrides } from '../../catalogs/managed-rulesets/override-resolution.ts';
import type { ManagedDeployment } from '../../contracts/snapshot/rulesets-section.ts';
import { publicKeyFrom } from '../../kernel/hpke.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { compileAction } from './actions.ts';
import type { CompiledAction, CompiledRule, CompiledRuleset, RuleTest } from './compiled-rule.ts';
import { managedCredentialCheck } from './credential-check.ts';
import { compileCondition, liveReader } from './expression-values.ts';
import type { LiveRequest } from './live-request.ts';
import { readValues } from './matched-evidence.ts';
import { RuleGates } from './rule-gates.ts';
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

interface ManagedTest extends RuleTest {
  readonly matches: CompiledRule['matches'];
}

/**
 * A managed ruleset, compiled once for all its deployments. A deployment is an overlay: a list with the variant of each
 * rule that it runs. Variants differ only in their action.
 */
export class ManagedRules {
  readonly #ruleset: ManagedRuleset;
  readonly #phase: string;
  /** By position in the catalog; undefined for rules that scan responses. */
  readonly #tests: readonly (ManagedTest | undefined)[];
  readonly #gates: RuleGates | undefined;
  readonly #positions: ReadonlyMap<string, number>;
  /** By position and action, so their number is small. */
  readonly #variants = new Map<string, CompiledRule>();

  private constructor(
    ruleset: ManagedRuleset,
    phase: string,
    tests: readonly (ManagedTest | undefined)[],
    gates: RuleGates | undefined,
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
    const gates = yield* RuleGates.of(
      tests.map((test) => test?.needs),
      liveReader,
    );
    return new ManagedRules(ruleset, phase, tests, gates);
  }

  deploy({ overrides, publicKey }: ManagedDeployment): CompiledRuleset {
    const rules = new Array<CompiledRule | undefined>(this.#tests.length).fill(undefined);
    for (const { id, action } of resolveOverrides(this.#ruleset, overrides)) {
      const position = this.#positions.get(id);
      if (position !== undefined) rules[position] = this.#variant(position, action);
    }
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
    const variant: CompiledRule = {
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
    this.#variants.set(key, variant);
    return variant;
  }
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
  if (rule.kind !== 'detection') return undefined;
  const condition = compileCondition(rule.expression);
  const found = (request: LiveRequest) => readValues(condition.reads, request);
  return { ...condition, found, matches: condition.evaluate };
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
