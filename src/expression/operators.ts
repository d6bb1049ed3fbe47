/**
 * The table of operators: spellings, types of the left operand, kind of the right operand. A new
 * operator needs one row here, one test in compile-test.ts and, for a new kind of right operand, one in
 * parse-test.ts.
 */
import type { LogicalOperator, OrderingOperator } from './syntax.ts';
import type { ScalarKind } from './value-type.ts';

export type ComparisonOperator =
  | { readonly kind: 'ordering'; readonly op: OrderingOperator }
  | { readonly kind: 'contains' | 'matches' | 'wildcard' | 'strict wildcard' | 'bits' | 'in' };

export interface OperatorRow<Operator> {
  /** A word must be followed by a word boundary; a space in it matches any white space. */
  readonly spellings: readonly string[];
  readonly operator: Operator;
}

export interface ComparisonRow extends OperatorRow<ComparisonOperator> {
  readonly left: readonly ScalarKind[];
}

const ORDERED: readonly ScalarKind[] = ['String', 'Int', 'IP'];

function ordering(op: OrderingOperator, symbol: string): ComparisonRow {
  return { spellings: [op, symbol], operator: { kind: 'ordering', op }, left: ORDERED };
}

/** Longer symbols come before their prefixes. */
export const comparisonOperators: readonly ComparisonRow[] = [
  { spellings: ['in'], operator: { kind: 'in' }, left: ORDERED },
  ordering('eq', '=='),
  ordering('ne', '!='),
  ordering('ge', '>='),
  ordering('le', '<='),
  ordering('gt', '>'),
  ordering('lt', '<'),
  { spellings: ['bitwise_and', '&'], operator: { kind: 'bits' }, left: ['Int'] },
  { spellings: ['contains'], operator: { kind: 'contains' }, left: ['String'] },
  { spellings: ['matches', '~'], operator: { kind: 'matches' }, left: ['String'] },
  { spellings: ['wildcard'], operator: { kind: 'wildcard' }, left: ['String'] },
  { spellings: ['strict wildcard'], operator: { kind: 'strict wildcard' }, left: ['String'] },
];

/** Weakest first: the position in the table is the precedence. */
export const logicalOperators: readonly OperatorRow<LogicalOperator>[] = [
  { spellings: ['or', '||'], operator: 'or' },
  { spellings: ['xor', '^^'], operator: 'xor' },
  { spellings: ['and', '&&'], operator: 'and' },
];

export const notOperator: OperatorRow<'not'> = { spellings: ['not', '!'], operator: 'not' };

export function precedence(op: LogicalOperator): number {
  return logicalOperators.findIndex((row) => row.operator === op);
}
