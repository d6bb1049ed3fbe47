import type { ListKind, ValueGaps } from '../../expression/expression.ts';

/** The part of the expression language that filters use. */
export interface ConditionLanguage {
  /** Why a text is not a valid condition on a request that may use these lists; undefined if it is one. */
  problemOf(text: string, lists: ReadonlyMap<string, ListKind>): string | undefined;
  /** The fields and functions of a condition that have no value in any request. */
  gapsIn(text: string): ValueGaps;
}
