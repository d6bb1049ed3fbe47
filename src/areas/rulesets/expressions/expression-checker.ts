import type { Phase } from '../../../catalogs/phases.ts';
import type { ListKind } from '../../../expression/expression.ts';

/** Validates the expressions of rules. Each method returns why a text is invalid, or undefined. */
export interface ExpressionChecker {
  /** A boolean expression about a request. */
  condition(text: string, phase: Phase): string | undefined;
  /** A boolean expression of a rate limit, which may also use the response. */
  countingCondition(text: string): string | undefined;
  /** An expression with a text as result. */
  text(text: string, phase: Phase): string | undefined;
  /** An expression that extracts a user name or password: only a few functions, not nested. */
  credential(text: string): string | undefined;
  /** A checker for conditions that may use these lists; `any` if the lists are unknown. */
  withLists(lists: ReadonlyMap<string, ListKind> | 'any'): ExpressionChecker;
}
