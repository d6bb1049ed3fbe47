/** One argument of a call. The grammar is recursive here, so `ParseState` carries this function to avoid a circular import. */
import { notOperator } from '../operators.ts';
import type { ArgumentNode } from '../syntax.ts';
import { comparisonFollows, continueComparison } from './parse-comparison.ts';
import { parseLiteral } from './parse-literal.ts';
import { parseLogic } from './parse-logic.ts';
import type { ParseState } from './parse-state.ts';
import { parseValue, peekConstant } from './parse-value.ts';

export function parseArgument(state: ParseState): ArgumentNode {
  if (state.next === '(' || negationFollows(state)) return parseLogic(state);
  const known = parseLiteral(state) ?? peekConstant(state);
  if (known) return known;
  if (!/[A-Za-z0-9_]/.test(state.next)) state.failHere('unrecognised input');
  const value = parseValue(state);
  return comparisonFollows(state) ? continueComparison(state, value) : value;
}

function negationFollows(state: ParseState): boolean {
  const start = state.at;
  const found = state.acceptOperator([notOperator]) !== undefined;
  state.at = start;
  return found;
}
