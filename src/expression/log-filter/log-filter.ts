/**
 * The filter of a log push job: which lines of a dataset pass. Its structure is the predicate tree of the expression engine; its leaves
 * are its own, because they compare texts and not bytes, and a line may lack a field.
 */
import type { PredicateNode } from '../syntax.ts';

export interface LogFilter {
  readonly root: LogFilterNode;
  /** The number of leaves and combinations, which is limited. */
  readonly operators: number;
  /** Names of the fields that it reads. */
  readonly fields: ReadonlySet<string>;
}

export type LogFilterNode = PredicateNode<LogTestNode, 'and' | 'or'>;

/** False if the line has no value for the field. */
export interface LogTestNode {
  readonly kind: 'test';
  readonly field: string;
  readonly test: LogTest;
}

/** Times are compared in milliseconds since the epoch. */
export type LogTest =
  | { readonly op: 'one-of'; readonly values: readonly LogValue[] }
  | { readonly op: OrderOperator; readonly than: number }
  | { readonly op: 'starts-with' | 'ends-with' | 'contains'; readonly text: string }
  /** For a list: each of these equals one of its elements. */
  | { readonly op: 'has-all'; readonly elements: readonly LogValue[] };

export type OrderOperator = 'lt' | 'leq' | 'gt' | 'geq';
export type LogValue = string | number | boolean;

/** The fields that a filter may name, with their types. */
export type LogFilterScheme = ReadonlyMap<string, LogFilterField>;

export interface LogFilterField {
  readonly type:
    | 'string'
    | 'int'
    | 'float'
    | 'bool'
    | 'time'
    | 'array of string'
    | 'array of int'
    | 'object';
  readonly isUnfilterable?: boolean;
}
