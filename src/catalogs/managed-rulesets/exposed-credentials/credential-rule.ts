import { type ManagedRuleBase, type RequestSample, ruleIdOf } from '../managed-rule-base.ts';

/**
 * One form of the login requests of a product. User and password come from one expression each, which may use `upper`,
 * `lower`, `url_decode` and `lookup_json_string`, not nested. Custom credential checks have the same limits, so that
 * the same code runs both.
 */
export interface LoginShape {
  readonly expression: string;
  readonly usernameExpression: string;
  readonly passwordExpression: string;
}

/** A login request and the pair that must be read from it. */
export interface LoginSample extends RequestSample {
  readonly username: string;
  readonly password: string;
}

/** Matches if the expression of a login shape is true and its pair is exposed. */
export interface CredentialRule extends ManagedRuleBase<LoginSample, RequestSample> {
  readonly kind: 'credential';
  readonly logins: readonly LoginShape[];
}

/** Matches requests with headers that would mislead the origin about the result of the check. */
export interface GuardRule extends ManagedRuleBase<RequestSample> {
  readonly kind: 'guard';
  /** Names of headers in lower case that a request must not have. */
  readonly headers: readonly string[];
  /** The same as an expression, for display. */
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
