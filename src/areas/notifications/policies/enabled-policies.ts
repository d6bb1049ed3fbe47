import type { Policy } from './policy.ts';

/** For sources of alerts that only work where a policy asks for them. */
export interface EnabledPolicies {
  /** The enabled policies of all accounts with one of these alert types. */
  ofTypes(alertTypes: readonly string[]): Promise<readonly Policy[]>;
}
