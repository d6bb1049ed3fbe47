import type { ExplainedClause, Matcher } from '../../../expression/expression.ts';

/** A request that somebody describes to try an expression. */
export interface TrialRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: string;
  readonly clientAddress: string;
}

export interface TrialOutcome {
  /** Whether it is true for at least one reading of the request. */
  readonly matches: boolean;
  /** Whether servers that read the request in other ways give it the same result. */
  readonly isUnanimous: boolean;
  /** For the first reading that matches, or else the one that the origin gets. */
  readonly clause: ExplainedClause;
  /** Fields and lists without a value in a described request; they count as missing. */
  readonly unknown: readonly string[];
}

/** Evaluates a valid condition on a described request. Only lists with a matcher are known. */
export type TryExpression = (
  condition: string,
  request: TrialRequest,
  lists: ReadonlyMap<string, Matcher>,
) => Promise<TrialOutcome>;
