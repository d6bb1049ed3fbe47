import type { Phase } from '../../catalogs/phases.ts';
import type { ListKind } from '../../expression/expression.ts';

/** What the rules ask of the expression language. Each method returns why a text is refused, or undefined. */
export interface ExpressionChecker {
  /** An expression that is true or false for a request. */
  condition(text: string, phase: Phase): string | undefined;
  /** As above, for counting: it may look at the response. */
  countingCondition(text: string): string | undefined;
  /** An expression that gives text. */
  text(text: string, phase: Phase): string | undefined;
  /** One that finds a user name or password: few functions, not nested. */
  credential(text: string): string | undefined;
  /** The same, for conditions that may use these lists; `any` where nobody can say which there are. */
  withLists(lists: ReadonlyMap<string, ListKind> | 'any'): ExpressionChecker;
}
