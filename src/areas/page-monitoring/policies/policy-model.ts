/** Characters of a policy. */
export const LONGEST_VALUE = 6_000;

export const policyActions = ['log', 'allow'] as const;
export type PolicyAction = (typeof policyActions)[number];

/** A content security policy for the pages that a condition chooses. */
export interface PagePolicy {
  readonly id: string;
  readonly zoneId: string;
  /** Grows with every policy of the zone: the order in which they act. */
  readonly position: number;
  readonly description: string;
  readonly action: PolicyAction;
  readonly expression: string;
  /** Directives as written. */
  readonly value: string;
  readonly enabled: boolean;
  /** Whether `enabled` was last written as text; it is answered the same way. */
  readonly enabledAsText: boolean;
  readonly createdAt: number;
}

/** What people write about a policy. */
export type PolicyDraft = Pick<
  PagePolicy,
  'description' | 'action' | 'expression' | 'value' | 'enabled' | 'enabledAsText'
>;
