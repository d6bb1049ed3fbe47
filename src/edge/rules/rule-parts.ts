import { managedRulesetById } from '../../catalogs/managed-rulesets/managed-rulesets.ts';
import { resolveOverrides } from '../../catalogs/managed-rulesets/override-resolution.ts';
import { previousRulesetById } from '../../catalogs/previous-firewall/previous-packages.ts';
import type {
  CredentialCheckSnapshot,
  ManagedDeployment,
  RuleSnapshot,
} from '../../contracts/snapshot/rulesets-section.ts';
import type { TokenConfigurationSnapshot } from '../../contracts/snapshot/token-validation-section.ts';
import { importTokenKey, type VerifyingKey } from '../../detectors/tokens/token-key.ts';
import type { Steps } from '../../kernel/time-slices.ts';
import { WeakTable } from '../../kernel/weak-table.ts';
import { ListTable } from '../lists/list-table.ts';
import { TokenConfiguration } from '../tokens/token-configuration.ts';
import { VerifiedTokens } from '../tokens/verified-tokens.ts';
import { compileAction } from './actions.ts';
import type { CompiledAction, CompiledRuleset, RuleTest } from './compiled-rule.ts';
import { type CredentialCheck, customCredentialCheck } from './credential-check.ts';
import {
  type CompiledCondition,
  compileCondition,
  type ExpressionContext,
  type ListFinder,
  liveReader,
} from './expression-values.ts';
import { ManagedRules } from './managed-rules.ts';
import { type CompiledRate, compileRate, type RateParameters } from './rate-limit.ts';
import { responseScan, type ScanAction } from './response-scan.ts';
import { RuleGates } from './rule-gates.ts';

/**
 * The shared parts of the rules of all zones of a process. Each part exists once, however many rules use it, and is
 * garbage collected with the last of them, because configurations change for weeks and old ones must not accumulate.
 * Only managed rulesets, which are few, stay once they were used.
 */
export class RuleParts {
  readonly lists = new ListTable();
  /** By context, then by text. */
  readonly #conditions = new Map<string, WeakTable<CompiledCondition>>();
  /** Conditions that use lists: by context, account and text. */
  readonly #listConditions = new WeakTable<CompiledCondition>();
  /** By phase, account (only for actions that use a list), action and parameters. */
  readonly #actions = new WeakTable<CompiledAction>();
  readonly #rates = new WeakTable<CompiledRate>();
  readonly #checks = new WeakTable<CredentialCheck>();
  readonly #gates = new WeakTable<RuleGates>();
  readonly #deployments = new WeakTable<CompiledRuleset>();
  readonly #scans = new WeakTable<ScanAction>();
  readonly #tokenKeys = new WeakTable<VerifyingKey>();
  readonly #tokenConfigurations = new WeakTable<TokenConfiguration>();
  readonly #verifiedTokens = new VerifiedTokens();
  readonly #managed = new Map<string, ManagedRules>();
  /** A number for each test, so that equal lists of tests have equal short keys. */
  readonly #numbers = new WeakMap<RuleTest, number>();
  #lastNumber = 0;

  /** The number of distinct conditions in memory. */
  get conditionCount(): number {
    let count = this.#listConditions.size;
    for (const table of this.#conditions.values()) count += table.size;
    return count;
  }

  /** Throws if the text is not a valid condition. `accountId` is absent where no lists can be used. */
  condition(text: string, context: ExpressionContext, accountId = ''): CompiledCondition {
    const { phase = '', lenientHost } = context;
    const name = lenientHost ? `${phase} lenient` : phase;
    const shared = tableIn(this.#conditions, name);
    const known = shared.get(text);
    if (known) return known;
    const key = text.includes('$') ? `${name} ${accountId} ${text}` : '';
    const ofAccount = key === '' ? undefined : this.#listConditions.get(key);
    if (ofAccount) return ofAccount;
    const made = compileCondition(text, context, this.#listsOf(accountId));
    if (made.usesLists) this.#listConditions.set(key, made);
    else shared.set(text, made);
    return made;
  }

  /** Undefined for actions that the API stores but the edge does not run. */
  action(
    { action, parameters }: Pick<RuleSnapshot, 'action' | 'parameters'>,
    phase: string,
    accountId: string,
  ): CompiledAction | undefined {
    const owner = parameters?.['from_list'] === undefined ? '' : accountId;
    const key = `${phase} ${owner} ${action} ${parameters ? JSON.stringify(parameters) : ''}`;
    const known = this.#actions.get(key);
    if (known) return known;
    const context = { phase, listOf: (name: string) => this.lists.slotOf(accountId, name) };
    const made = compileAction(action, parameters ?? {}, context);
    if (made) this.#actions.set(key, made);
    return made;
  }

  rate(ratelimit: NonNullable<RuleSnapshot['ratelimit']>, accountId: string): CompiledRate {
    // The API has validated the parameters.
    const parameters = ratelimit as unknown as RateParameters;
    const text = JSON.stringify(ratelimit);
    const key = parameters.counting_expression?.includes('$') ? `${accountId} ${text}` : text;
    return this.#rates.getOrMake(key, () => compileRate(parameters, this.#listsOf(accountId)));
  }

  credentialCheck(check: CredentialCheckSnapshot): CredentialCheck {
    return this.#checks.getOrMake(JSON.stringify(check), () => customCredentialCheck(check));
  }

  /** Throws if a key or a source of tokens cannot be used. */
  tokenConfiguration({ sources, keys }: TokenConfigurationSnapshot): TokenConfiguration {
    return this.#tokenConfigurations.getOrMake(JSON.stringify([sources, keys]), () => {
      const imported = keys.map((key) =>
        this.#tokenKeys.getOrMake(JSON.stringify(key), () => importTokenKey(key)),
      );
      return new TokenConfiguration(sources, imported, this.#verifiedTokens);
    });
  }

  /** `tests` has one item per rule, in order; undefined for a rule that must always be evaluated. */
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

  /** A managed ruleset that inspects requests, with the overrides of a deployment. */
  *deployment(deployment: ManagedDeployment, phase: string): Steps<CompiledRuleset> {
    const key = `${phase} ${JSON.stringify(deployment)}`;
    const known = this.#deployments.get(key);
    if (known) return known;
    const managed = yield* this.#managedRules(deployment.rulesetId, phase);
    const made = managed.deploy(deployment);
    this.#deployments.set(key, made);
    return made;
  }

  /** A managed ruleset that scans responses, with the overrides of a deployment. */
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

  /** The content of a list is looked up per request, because a list can change while the compiled rules stay. */
  #listsOf(accountId: string): ListFinder {
    return (name) => {
      const slot = this.lists.slotOf(accountId, name);
      return (value) => slot.current.matches(value);
    };
  }

  *#managedRules(id: string, phase: string): Steps<ManagedRules> {
    const key = `${phase} ${id}`;
    const known = this.#managed.get(key);
    if (known) return known;
    const ruleset = managedRulesetById(id) ?? previousRulesetById(id);
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

function tableIn(tables: Map<string, WeakTable<CompiledCondition>>, name: string) {
  const known = tables.get(name);
  if (known) return known;
  const made = new WeakTable<CompiledCondition>();
  tables.set(name, made);
  return made;
}
