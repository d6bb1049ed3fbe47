import type { FindingSelector } from '../attacks/finding-selector.ts';
import type { ParanoiaLevel } from '../attacks/sign-entry.ts';
import type { CredentialRule, GuardRule } from './exposed-credentials/credential-rule.ts';
import type { ManagedRuleBase, RequestSample } from './managed-rule-base.ts';
import type { SensitiveDataRule } from './sensitive-data/sensitive-data-rule.ts';

/**
 * Managed rulesets are data: the API cannot write them, a deployment only overrides them. Every rule has samples that it
 * must and must not match; tests run all of them.
 */
export type ManagedRulesetPhase =
  | 'http_request_firewall_managed'
  | 'http_response_firewall_managed';

/** A rule with an expression and an action. */
export interface DetectionRule extends ManagedRuleBase<RequestSample> {
  readonly kind: 'detection';
  readonly expression: string;
}

/** A rule that acts on findings of the attack detection. */
export interface AttackRule extends ManagedRuleBase<RequestSample> {
  readonly kind: 'attack';
  readonly finds: FindingSelector;
  /** The requests that it is about, such as those of one product; all if absent. */
  readonly expression?: string;
}

/** A rule that only adds points to the threat score of the request, for each independent sign that it finds. */
export interface ScoreRule extends ManagedRuleBase<RequestSample> {
  readonly kind: 'score';
  readonly finds: FindingSelector;
  readonly paranoia: ParanoiaLevel;
  /** Points of one sign. */
  readonly score: number;
  /** Whether a finding counts once, whatever its strength. */
  readonly countsOnce?: boolean;
}

/** The closing rule of a scoring ruleset: acts if the threat score reaches the threshold. */
export interface ThresholdRule extends ManagedRuleBase<ScoreSample> {
  readonly kind: 'threshold';
  readonly scoreThreshold: number;
}

/** A threat score as a sample, compared with the default threshold of the rule. */
export interface ScoreSample {
  readonly score: number;
}

export type ManagedRule =
  | AttackRule
  | CredentialRule
  | DetectionRule
  | GuardRule
  | ScoreRule
  | SensitiveDataRule
  | ThresholdRule;

/** Properties of rules that a deployment may override. */
export type OverridableProperty = 'action' | 'enabled' | 'scoreThreshold';

export interface ManagedRuleset {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly phase: ManagedRulesetPhase;
  /** A decimal number, increased by one when a rule is added, removed or changed. */
  readonly version: string;
  /** UTC with microseconds; also the time of change of its rules. */
  readonly lastUpdated: string;
  /** In the order of evaluation. */
  readonly rules: readonly ManagedRule[];
  /** Actions that an override may set, for the whole ruleset, and for a tag or a single rule. */
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

/** Which properties of a rule can be overridden: a score rule has no action, for example. */
const propertiesByKind: Readonly<Record<ManagedRule['kind'], readonly OverridableProperty[]>> = {
  attack: ['action', 'enabled'],
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
