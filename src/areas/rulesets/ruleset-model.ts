/** The owner of a ruleset: one zone, or an account for all of its zones. */
export interface RulesetScope {
  readonly accountId: string;
  /** Undefined for rulesets of the account itself. */
  readonly zoneId: string | undefined;
}

export type RulesetKind = 'managed' | 'custom' | 'root' | 'zone';

/** An ordered list of rules. Every write increments its version by one. */
export interface Ruleset {
  readonly id: string;
  readonly scope: RulesetScope;
  readonly kind: RulesetKind;
  readonly phase: string;
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly updatedAt: number;
  readonly rules: readonly Rule[];
}

export interface Rule extends RuleDefinition {
  readonly id: string;
  /** Increases when the definition changes, but not when the rule is moved. */
  readonly version: number;
  readonly updatedAt: number;
}

/** The members of a rule that clients write. Members that were not sent are absent. */
export interface RuleDefinition {
  readonly ref: string;
  readonly action: string;
  readonly parameters?: ActionParameters;
  readonly expression: string;
  readonly description?: string;
  readonly enabled: boolean;
  readonly logging?: { readonly enabled: boolean };
  readonly ratelimit?: RateLimit;
  readonly credentialCheck?: CredentialCheck;
}

/** Validated by the schema of the action; stored and returned verbatim. */
export type ActionParameters = Readonly<Record<string, unknown>>;

export interface RateLimit {
  readonly characteristics: readonly string[];
  readonly period: number;
  readonly requests_per_period?: number;
  readonly counting_expression?: string;
  readonly mitigation_timeout?: number;
  readonly requests_to_origin?: boolean;
  readonly score_per_period?: number;
  readonly score_response_header_name?: string;
}

export interface CredentialCheck {
  readonly username_expression: string;
  readonly password_expression: string;
}

/** A rule that was sent. It may refer to a stored rule by id or `ref`. */
export interface RuleDraft extends Omit<RuleDefinition, 'ref'> {
  readonly id?: string;
  readonly ref?: string;
}

/** An entry with only the id of a stored rule, which stays unchanged. */
export interface KeptRule {
  readonly id: string;
  readonly keep: true;
}

/** The entry point's kind in a scope. */
export function entryPointKind(scope: RulesetScope): 'zone' | 'root' {
  return scope.zoneId === undefined ? 'root' : 'zone';
}

/** The number of a version, as text. */
export const VERSION_PATTERN = '^[1-9][0-9]{0,14}$';

/** The ruleset that a rule executes. */
export interface RulesetTarget {
  readonly id: string;
  /** A version number, or `latest`. */
  readonly version: string;
}

/** Rulesets that rules execute, without duplicates, in a fixed order. */
export function executedRulesets(
  rules: readonly Pick<RuleDefinition, 'action' | 'parameters'>[],
): RulesetTarget[] {
  const targets = rules
    .filter((rule) => rule.action === 'execute' && typeof rule.parameters?.['id'] === 'string')
    .map(({ parameters }) => `${parameters?.['id']} ${parameters?.['version'] ?? 'latest'}`);
  return [...new Set(targets)].sort().map((target) => {
    const [id = '', version = ''] = target.split(' ');
    return { id, version };
  });
}

/** Custom rulesets of an account can be read and executed in its zones. */
export function isVisible(ruleset: Ruleset, scope: RulesetScope): boolean {
  const shared =
    ruleset.kind === 'custom' &&
    ruleset.scope.zoneId === undefined &&
    ruleset.scope.accountId === scope.accountId;
  return shared || isOwn(ruleset, scope);
}

export function isOwn({ scope: home }: Ruleset, scope: RulesetScope): boolean {
  return home.zoneId === scope.zoneId && home.accountId === scope.accountId;
}
