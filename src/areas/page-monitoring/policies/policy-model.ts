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
  readonly createdAt: number;
  readonly document: PolicyDocument;
}

/** What people write about a policy. */
export interface PolicyDocument {
  readonly description: string;
  readonly action: PolicyAction;
  readonly expression: string;
  /** Directives as written. */
  readonly value: string;
  /** Some clients write and expect text instead of a boolean. */
  readonly enabled: boolean | 'true' | 'false';
}

export function isEnabled({ enabled }: PolicyDocument): boolean {
  return String(enabled) === 'true';
}
