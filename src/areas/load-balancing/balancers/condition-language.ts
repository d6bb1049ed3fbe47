import type { CompiledCondition } from '../../../contracts/snapshot/rulesets-section.ts';

/** The part of the expression language that rules of load balancers use. */
export interface ConditionLanguage {
  /** Why a text is not a valid condition on a request; undefined if it is one. */
  problemOf(text: string): string | undefined;
  /** The condition in the form that the edge runs. */
  prepare(text: string): CompiledCondition;
}
