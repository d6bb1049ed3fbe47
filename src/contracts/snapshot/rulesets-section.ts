/**
 * The rules that run for a zone: by phase, the entry point of the account and then that of the zone.
 * Only what is enabled is here, and overrides are worked out already: the edge decides nothing about
 * configuration.
 */
export interface RulesetsSection {
  readonly phases: Readonly<Record<string, readonly RulesetSnapshot[]>>;
}

export interface RulesetSnapshot {
  readonly id: string;
  readonly version: string;
  readonly kind: string;
  readonly rules: readonly RuleSnapshot[];
}

export interface RuleSnapshot {
  readonly id: string;
  readonly ref: string;
  readonly description: string;
  readonly action: string;
  readonly expression: string;
  readonly condition: CompiledCondition;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Whether matches become security events. */
  readonly logged: boolean;
  readonly ratelimit?: Readonly<Record<string, unknown>>;
  readonly credentialCheck?: {
    readonly username_expression: string;
    readonly password_expression: string;
  };
  /** For `execute`: what it runs. */
  readonly executes?: ExecutedSnapshot;
}

/**
 * An expression read, checked and ready to be turned into code: the tree that the expression engine
 * made of it, as plain data. A rule was checked when it was written; should a later version of the
 * engine refuse it, the edge is told why, and does not have to guess.
 */
export type CompiledCondition = { readonly tree: unknown } | { readonly problem: string };

export type ExecutedSnapshot =
  | { readonly kind: 'custom'; readonly ruleset: RulesetSnapshot }
  | {
      readonly kind: 'managed';
      readonly rulesetId: string;
      readonly version: string;
      /** The rules that run, by id; what they look for is in the catalog. */
      readonly rules: readonly ManagedRuleSnapshot[];
      /** Key to which matched data is encrypted, when that was asked for. */
      readonly publicKey?: string;
    };

export interface ManagedRuleSnapshot {
  readonly id: string;
  readonly action: string;
  readonly scoreThreshold?: number;
}
