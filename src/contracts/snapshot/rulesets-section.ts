/**
 * The rules of a zone's own: its entry point of each phase. Those of its account run before them and
 * travel beside the zones (`SharedRulesetSnapshot`). Only enabled rules are here. Expressions are text:
 * whoever runs them compiles them, so that no tree of another version's parser can come back from a disk.
 */
export interface RulesetsSection {
  readonly phases: Readonly<Record<string, RulesetSnapshot>>;
}

/**
 * A ruleset that is not a zone's own: an entry point of an account, or a custom ruleset that rules
 * execute. It exists once, however many zones run it.
 */
export interface SharedRulesetSnapshot {
  /** Made by `sharedRulesetKey`; rules that execute the ruleset name it by this. */
  readonly key: string;
  readonly accountId: string;
  readonly phase: string;
  /** True: it runs for every zone of the account. False: it runs where a rule executes it. */
  readonly isEntryPoint: boolean;
  readonly ruleset: RulesetSnapshot | UnreadableRuleset;
}

/** Stands for a ruleset that could not be read: zones that need it must not run without it. */
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
  /** For `execute`: what it runs. */
  readonly executes?: ExecutedSnapshot;
}

export interface CredentialCheckSnapshot {
  readonly username_expression: string;
  readonly password_expression: string;
}

export type ExecutedSnapshot =
  | { readonly kind: 'custom'; readonly rulesetKey: string }
  | ManagedDeployment;

/** A managed ruleset as one rule deploys it. Its rules are in the catalog; only what differs travels. */
export interface ManagedDeployment {
  readonly kind: 'managed';
  readonly rulesetId: string;
  readonly overrides?: RulesetOverrides;
  /** Key to which matched data is encrypted, when that was asked for. */
  readonly publicKey?: string;
}

/** What a deployment changes about rules, in the words of the API. */
export interface RuleOverride {
  readonly action?: string;
  readonly enabled?: boolean;
}

/** For all rules, for those with a tag, for single ones: the most particular one counts. */
export interface RulesetOverrides extends RuleOverride {
  readonly categories?: readonly (RuleOverride & { readonly category: string })[];
  readonly rules?: readonly (RuleOverride & {
    readonly id: string;
    readonly score_threshold?: number;
  })[];
}
