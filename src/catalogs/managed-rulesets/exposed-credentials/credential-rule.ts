import { type ManagedRuleBase, type RequestSample, ruleIdOf } from '../managed-rule-base.ts';

/**
 * One way in which a product sends a login. User and password come from one expression each, which
 * may use `upper`, `lower`, `url_decode` and `lookup_json_string`, not nested (contract of custom
 * credential checks; ours keep to the same limits, so that one runner does for both).
 */
export interface LoginShape {
  readonly expression: string;
  readonly usernameExpression: string;
  readonly passwordExpression: string;
}

/** A login request and the pair that has to be read from it. */
export interface LoginSample extends RequestSample {
  readonly username: string;
  readonly password: string;
}

/** Matches when the expression of a login shape is true and its pair is among the exposed ones. */
export interface CredentialRule extends ManagedRuleBase<LoginSample, RequestSample> {
  readonly kind: 'credential';
  readonly logins: readonly LoginShape[];
}

/** Matches requests that would mislead the origin about the outcome of the check. */
export interface GuardRule extends ManagedRuleBase<RequestSample> {
  readonly kind: 'guard';
  /** Names of headers, in lower case, of which a request may have none. */
  readonly headers: readonly string[];
  /** The same as a condition, for people to read. */
  readonly expression: string;
}

type CredentialRuleEntry = Pick<
  CredentialRule,
  'ref' | 'description' | 'categories' | 'logins' | 'samples'
>;

export function credentialRule(entry: CredentialRuleEntry): CredentialRule {
  return {
    kind: 'credential',
    id: ruleIdOf(entry.ref),
    defaultAction: 'rewrite',
    defaultEnabled: true,
    version: '1',
    ...entry,
  };
}
