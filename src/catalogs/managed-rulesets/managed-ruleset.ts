import type { CredentialRule, GuardRule } from './exposed-credentials/credential-rule.ts';
import type { ManagedRuleBase, RequestSample } from './managed-rule-base.ts';
import type { SensitiveDataRule } from './sensitive-data/sensitive-data-rule.ts';

/**
 * Managed rulesets are data: nobody writes them through the API, a deployment only overrides them.
 * Every rule carries samples that it must and must not match; tests run them all.
 */
export type ManagedRulesetPhase =
  | 'http_request_firewall_managed'
  | 'http_response_firewall_managed';

/** Matches a request by an expression and takes its action. */
export interface DetectionRule extends ManagedRuleBase<RequestSample> {
  readonly kind: 'detection';
  readonly expression: string;
}

/** Adds points to the threat score of the request; has no effect of its own. */
export interface ScoreRule extends ManagedRuleBase<RequestSample> {
  readonly kind: 'score';
  readonly expression: string;
  readonly score: number;
}

/** Closes a scoring ruleset: acts when the threat score has reached the threshold. */
export interface ThresholdRule extends ManagedRuleBase<ScoreSample> {
  readonly kind: 'threshold';
  readonly scoreThreshold: number;
}

/** A threat score, compared with the threshold that the rule has by default. */
export interface ScoreSample {
  readonly score: number;
}

export type ManagedRule =
  | CredentialRule
  | DetectionRule
  | GuardRule
  | ScoreRule
  | SensitiveDataRule
  | ThresholdRule;

/** What a deployment may change about rules. */
export type OverridableProperty = 'action' | 'enabled' | 'scoreThreshold';

export interface ManagedRuleset {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly phase: ManagedRulesetPhase;
  /** Digits. Grows by one when a rule is added, removed or changed. */
  readonly version: string;
  /** UTC with microseconds. Also the time of change that its rules show. */
  readonly lastUpdated: string;
  /** In the order in which they run. */
  readonly rules: readonly ManagedRule[];
  /** Actions that an override may choose, for all rules at once and for a tag or a single rule. */
  readonly allowedOverrideActions: {
    readonly ruleset: readonly string[];
    readonly rule: readonly string[];
  };
  /** Properties that an override may set at each level; see also `canOverride`. */
  readonly overridable: {
    readonly ruleset: readonly OverridableProperty[];
    readonly tag: readonly OverridableProperty[];
    readonly rule: readonly OverridableProperty[];
  };
}

/** Which properties of a rule have a meaning: a score rule has no effect to choose, for example. */
const propertiesByKind: Readonly<Record<ManagedRule['kind'], readonly OverridableProperty[]>> = {
  credential: ['action', 'enabled'],
  detection: ['action', 'enabled'],
  guard: ['action', 'enabled'],
  score: ['enabled'],
  'sensitive-data': ['action', 'enabled'],
  threshold: ['action', 'enabled', 'scoreThreshold'],
};

/** Whether an override that names this single rule may set the property. */
export function canOverride(
  ruleset: ManagedRuleset,
  rule: ManagedRule,
  property: OverridableProperty,
): boolean {
  return (
    ruleset.overridable.rule.includes(property) && propertiesByKind[rule.kind].includes(property)
  );
}
