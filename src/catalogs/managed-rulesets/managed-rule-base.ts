import { hash } from 'node:crypto';

/** Actions that managed rules have by default. */
export type ManagedRuleAction = 'block' | 'log' | 'rewrite' | 'score';

/** What every rule of a managed ruleset has, whatever it looks at. */
export interface ManagedRuleBase<Matching, Other = Matching> {
  /** 32 hexadecimal characters: the public id where there is one, otherwise `ruleIdOf(ref)`. */
  readonly id: string;
  /** Stable name in lower-case-with-dashes, unique over all managed rulesets. */
  readonly ref: string;
  readonly description: string;
  /** Tags, by which overrides and lists choose rules. */
  readonly categories: readonly string[];
  readonly defaultAction: ManagedRuleAction;
  readonly defaultEnabled: boolean;
  /** Digits. Grows by one when the rule changes. */
  readonly version: string;
  /** Score at which the rule acts; only on rules that close a scoring ruleset. */
  readonly scoreThreshold?: number;
  readonly samples: { readonly matching: readonly Matching[]; readonly other: readonly Other[] };
}

/** A request in as few words as its rule needs. Header names are written in lower case. */
export interface RequestSample {
  readonly method: string;
  /** Path with query, as on the request line. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Ids must survive reordering and rewording, so they come from the name and nothing else. */
export function ruleIdOf(ref: string): string {
  return hash('sha256', ref, 'hex').slice(0, 32);
}
