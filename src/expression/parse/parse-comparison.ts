/** A value alone, if it is of type Bool, or a value, an operator and the right operand. */
import { unpacks } from '../node-type.ts';
import { type ComparisonRow, comparisonOperators } from '../operators.ts';
import type { LogicNode, ValueNode } from '../syntax.ts';
import { arrayOf, isBoolArray, typeWords, type ValueType } from '../value-type.ts';
import type { ParseState } from './parse-state.ts';
import { parseTest } from './parse-test.ts';
import { parseValue, peekConstant } from './parse-value.ts';

export function parseComparison(state: ParseState): LogicNode {
  return peekConstant(state) ?? continueComparison(state, parseValue(state));
}

/** Parses the rest after the left operand. */
export function continueComparison(state: ParseState, left: ValueNode): LogicNode {
  if (left.type.kind === 'Bool') return { kind: 'truth', value: left };
  if (isBoolArray(left.type)) {
    if (!unpacks(left)) return { kind: 'truth', value: left };
    return state.failHere(unsupported(arrayOf(left.type)));
  }
  state.skipSpace();
  const start = state.at;
  const row = state.acceptOperator(comparisonOperators);
  if (!row) return state.failHere('expected ComparisonOp');
  if (!takes(row, left.type)) state.fail(start, state.at, unsupported(left.type));
  state.skipSpace();
  if (state.atEnd) state.failHere(`expected a value after "${state.source.slice(start).trim()}"`);
  return { kind: 'compare', left, test: parseTest(state, left, row.operator) };
}

/** Whether a comparison operator follows; nothing is consumed. */
export function comparisonFollows(state: ParseState): boolean {
  const start = state.at;
  state.skipSpace();
  const found = state.acceptOperator(comparisonOperators) !== undefined;
  state.at = start;
  return found;
}

function takes(row: ComparisonRow, type: ValueType): boolean {
  return !('of' in type) && row.left.includes(type.kind);
}

function unsupported(type: ValueType): string {
  return `cannot perform this operation on type ${typeWords(type)}`;
}
