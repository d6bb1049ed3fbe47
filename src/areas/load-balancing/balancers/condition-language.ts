import type { CompiledCondition } from '../../../contracts/snapshot/rulesets-section.ts';

/** What rules of load balancers ask of the expression language. */
export interface ConditionLanguage {
  /** Why a text is no condition on a request, or nothing. */
  problemOf(text: string): string | undefined;
  /** The same condition, prepared for the edge. */
  prepare(text: string): CompiledCondition;
}
