import { hash } from 'node:crypto';

/** Default actions of managed rules. */
export type ManagedRuleAction = 'block' | 'log' | 'rewrite' | 'score';

/** Common members of all rules of managed rulesets. */
export interface ManagedRuleBase<Matching, Other = Matching> {
  /** 32 hexadecimal characters: the public id if there is one, otherwise `ruleIdOf(ref)`. */
  readonly id: string;
  /** Stable name in lower-case-with-dashes, unique in all managed rulesets. */
  readonly ref: string;
  readonly description: string;
  /** Tags that overrides and lists select rules by. */
  readonly categories: readonly string[];
  readonly defaultAction: ManagedRuleAction;
  readonly defaultEnabled: boolean;
  /** A decimal number, increased by one when the rule changes. */
  readonly version: string;
  /** Score at which the rule acts; only for the closing rule of a scoring ruleset. */
  readonly scoreThreshold?: number;
  readonly samples: { readonly matching: readonly Matching[]; readonly other: readonly Other[] };
}

/** A request with the parts that its rule needs. Header names are in lower case. */
export interface RequestSample {
  readonly method: string;
  /** Path with query, as in the request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Ids must survive reordering and rewording of rules, so they depend on the name only. */
export function ruleIdOf(ref: string): string {
  return hash('sha256', ref, 'hex').slice(0, 32);
}
