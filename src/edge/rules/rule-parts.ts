import { managedRulesetById } from '../../catalogs/managed-rulesets/managed-rulesets.ts';
import { resolveOverrides } from '../../catalogs/managed-rulesets/override-resolution.ts';
import type {
  CredentialCheckSnapshot,
  ManagedDeployment,
  RuleSnapshot,
} from '../../contracts/snapshot/rulesets-section.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { WeakTable } from '../../kernel/weak-table.ts';
import { compileAction } from './actions.ts';
import type { CompiledAction, CompiledRuleset, RuleTest } from './compiled-rule.ts';
import { type CredentialCheck, customCredentialCheck } from './credential-check.ts';
import {
  type CompiledCondition,
  compileCondition,
  type ExpressionPlace,
  liveReader,
} from './expression-values.ts';
import { ManagedRules } from './managed-rules.ts';
import { type CompiledRate, compileRate, type RateParameters } from './rate-limit.ts';
import { responseScan, type ScanAction } from './response-scan.ts';
import { RuleGates } from './rule-gates.ts';

/**
 * What the rules of all zones of a process are made of. Each part exists once, however many rules have
 * it, and for as long as one of them does: configurations change for weeks, and nothing of the old ones
 * may pile up. Only managed rulesets, of which there are few, stay once they were used.
 */
export class RuleParts {
  readonly #conditions = new WeakTable<CompiledCondition>();
  readonly #actions = new WeakTable<CompiledAction>();
  readonly #rates = new WeakTable<CompiledRate>();
  readonly #checks = new WeakTable<CredentialCheck>();
  readonly #gates = new WeakTable<RuleGates>();
  readonly #deployments = new WeakTable<CompiledRuleset>();
  readonly #scans = new WeakTable<ScanAction>();
  readonly #managed = new Map<string, ManagedRules>();
  /** Numbers for what gates are made from: short names to find equal lists by. */
  readonly #numbers = new WeakMap<RuleTest, number>();
  #lastNumber = 0;

  /** How many different conditions are remembered. */
  get conditionCount(): number {
    return this.#conditions.size;
  }

  /** Throws when the text is not a condition. */
  condition(text: string, place: ExpressionPlace): CompiledCondition {
    const key = `${place.phase} ${place.side} ${place.lenientHost} ${text}`;
    return this.#conditions.getOrMake(key, () => compileCondition(text, place));
  }

  /** Undefined for actions of products that are only stored. */
  action(
    { action, parameters = {} }: Pick<RuleSnapshot, 'action' | 'parameters'>,
    phase: string,
  ): CompiledAction | undefined {
    const key = `${phase} ${action} ${JSON.stringify(parameters)}`;
    const known = this.#actions.get(key);
    if (known) return known;
    const made = compileAction(action, parameters, phase);
    if (made) this.#actions.set(key, made);
    return made;
  }

  rate(ratelimit: NonNullable<RuleSnapshot['ratelimit']>): CompiledRate {
    const key = JSON.stringify(ratelimit);
    // It was checked when it was written.
    const parameters = ratelimit as unknown as RateParameters;
    return this.#rates.getOrMake(key, () => compileRate(parameters));
  }

  credentialCheck(check: CredentialCheckSnapshot): CredentialCheck {
    return this.#checks.getOrMake(JSON.stringify(check), () => customCredentialCheck(check));
  }

  /** `tests` are those of a list of rules, in order; undefined for a rule that has to be asked always. */
  *gates(tests: readonly (RuleTest | undefined)[]): Steps<RuleGates | undefined> {
    const key = tests.map((test) => (test?.needs ? this.#numberOf(test) : '')).join();
    const known = this.#gates.get(key);
    if (known) return known;
    const made = yield* RuleGates.of(
      tests.map((test) => test?.needs),
      liveReader,
    );
    if (made) this.#gates.set(key, made);
    return made;
  }

  /** A managed ruleset whose rules are about requests, with what a deployment changes about it. */
  *deployment(deployment: ManagedDeployment, phase: string): Steps<CompiledRuleset> {
    const key = `${phase} ${JSON.stringify(deployment)}`;
    const known = this.#deployments.get(key);
    if (known) return known;
    const managed = yield* this.#managedRules(deployment.rulesetId, phase);
    const made = managed.deploy(deployment);
    this.#deployments.set(key, made);
    return made;
  }

  /** The same for one whose rules are about responses. */
  scan({ rulesetId, overrides }: ManagedDeployment): ScanAction {
    return this.#scans.getOrMake(JSON.stringify([rulesetId, overrides]), () => {
      const managed = managedRulesetById(rulesetId);
      const rules = managed ? resolveOverrides(managed, overrides) : [];
      return responseScan(
        rulesetId,
        rules.map(({ id }) => id),
      );
    });
  }

  *#managedRules(id: string, phase: string): Steps<ManagedRules> {
    const key = `${phase} ${id}`;
    const known = this.#managed.get(key);
    if (known) return known;
    const ruleset = managedRulesetById(id);
    if (!ruleset) throw new Error(`there is no managed ruleset ${id}`);
    const made = yield* ManagedRules.compile(ruleset, phase);
    this.#managed.set(key, made);
    return made;
  }

  #numberOf(test: RuleTest): number {
    const known = this.#numbers.get(test);
    if (known !== undefined) return known;
    this.#lastNumber += 1;
    this.#numbers.set(test, this.#lastNumber);
    return this.#lastNumber;
  }
}
