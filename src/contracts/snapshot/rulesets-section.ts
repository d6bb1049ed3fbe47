/**
 * The enabled rules of a zone: its entry point of each phase. The entry points of its account run before them and are
 * sent separately (`SharedRulesetSnapshot`). Expressions are text, which the edge compiles, so that a stored snapshot
 * never has the syntax tree of another version's parser.
 */
export interface RulesetsSection {
  readonly phases: Readonly<Record<string, RulesetSnapshot>>;
}

/**
 * A ruleset that zones share: an entry point of an account, or a custom ruleset that rules execute. It is sent once,
 * however many zones run it.
 */
export interface SharedRulesetSnapshot {
  /** Made by `sharedRulesetKey`; rules that execute the ruleset refer to it by this key. */
  readonly key: string;
  readonly accountId: string;
  readonly phase: string;
  /** True: it runs for every zone of the account. False: it runs where a rule executes it. */
  readonly isEntryPoint: boolean;
  readonly ruleset: RulesetSnapshot | UnreadableRuleset;
}

/** Replaces a ruleset that could not be read. Zones that need this ruleset are not served. */
export interface UnreadableRuleset {
  readonly problem: string;
}

/** `version` is a number as text, or `latest`. */
export function sharedRulesetKey(rulesetId: string, version: string): string {
  return `${rulesetId} ${version}`;
}

export interface RulesetSnapshot {
  readonly id: string;
  readonly version: string;
  readonly rules: readonly RuleSnapshot[];
}

export interface RuleSnapshot {
  readonly id: string;
  readonly ref: string;
  readonly description: string;
  readonly action: string;
  readonly expression: string;
  readonly parameters?: Readonly<Record<string, unknown>>;
  /** Whether matches become security events. */
  readonly logged: boolean;
  readonly ratelimit?: Readonly<Record<string, unknown>>;
  readonly credentialCheck?: CredentialCheckSnapshot;
  /** The ruleset that an `execute` rule runs. */
  readonly executes?: ExecutedSnapshot;
}

export interface CredentialCheckSnapshot {
  readonly username_expression: string;
  readonly password_expression: string;
}

export type ExecutedSnapshot =
  | { readonly kind: 'custom'; readonly rulesetKey: string }
  | { readonly kind: 'inline'; readonly ruleset: RulesetSnapshot }
  | ManagedDeployment;

/** The deployment of a managed ruleset by one rule. The rules are in the catalog; only the overrides are sent. */
export interface ManagedDeployment {
  readonly kind: 'managed';
  readonly rulesetId: string;
  readonly overrides?: RulesetOverrides;
  /** The public key that encrypts matched data, if the rule has one. */
  readonly publicKey?: string;
}

/** Overrides of a rule by a deployment, with the members of the API. */
export interface RuleOverride {
  readonly action?: string;
  readonly enabled?: boolean;
}

/** Overrides for all rules, for rules with a tag, and for single rules: the most specific one applies. */
export interface RulesetOverrides extends RuleOverride {
  readonly categories?: readonly (RuleOverride & { readonly category: string })[];
  readonly rules?: readonly (RuleOverride & {
    readonly id: string;
    readonly score_threshold?: number;
  })[];
}
