/** Maximum length of a policy in characters. */
export const LONGEST_VALUE = 6_000;

export const policyActions = ['log', 'allow'] as const;
export type PolicyAction = (typeof policyActions)[number];

/** A content security policy for the pages that match an expression. */
export interface PagePolicy {
  readonly id: string;
  readonly zoneId: string;
  /** Policies apply in ascending order; a new policy gets the next number of its zone. */
  readonly position: number;
  readonly createdAt: number;
  readonly document: PolicyDocument;
}

/** The members of a policy that clients write. */
export interface PolicyDocument {
  readonly description: string;
  readonly action: PolicyAction;
  readonly expression: string;
  /** The directives, stored verbatim. */
  readonly value: string;
  /** Some clients write and expect text instead of a boolean. */
  readonly enabled: boolean | 'true' | 'false';
}

export function isEnabled({ enabled }: PolicyDocument): boolean {
  return String(enabled) === 'true';
}
