/** `not`, `and`, `xor`, `or` and parentheses, by precedence climbing. */
import { logicType } from '../node-type.ts';
import { logicalOperators, notOperator, precedence } from '../operators.ts';
import type { LogicalOperator, LogicNode } from '../syntax.ts';
import { sameType, typeText } from '../value-type.ts';
import { parseComparison } from './parse-comparison.ts';
import type { ParseState } from './parse-state.ts';

export function parseLogic(state: ParseState, weakest = 0): LogicNode {
  let left = parseSimple(state);
  let chain: LogicalOperator | undefined;
  for (;;) {
    const end = state.at;
    state.skipSpace();
    const op = state.acceptOperator(logicalOperators)?.operator;
    if (op === undefined || precedence(op) < weakest) {
      state.at = end;
      return left;
    }
    state.skipSpace();
    const start = state.at;
    const right = parseLogic(state, precedence(op) + 1);
    checkOperands(state, left, right, start);
    left = combine(left, op, right, chain === op);
    chain = op;
  }
}

/** `a and b and c` is one chain of three; a chain in parentheses stays a separate item. */
function combine(
  left: LogicNode,
  op: LogicalOperator,
  right: LogicNode,
  continues: boolean,
): LogicNode {
  if (continues && left.kind === 'combine') return { ...left, items: [...left.items, right] };
  return { kind: 'combine', op, items: [left, right] };
}

function checkOperands(state: ParseState, left: LogicNode, right: LogicNode, start: number): void {
  const expected = logicType(left);
  const actual = logicType(right);
  if (sameType(expected, actual)) return;
  const reason = `expected value of type ${typeText(expected)}, but got ${typeText(actual)}`;
  state.fail(start, state.at, reason);
}

export function parseSimple(state: ParseState): LogicNode {
  const start = state.at;
  if (state.accept('(')) {
    return state.nested(start, () => {
      state.skipSpace();
      const inner = parseLogic(state);
      state.skipSpace();
      state.expect(')');
      return inner;
    });
  }
  if (state.acceptOperator([notOperator])) {
    return state.nested(start, () => {
      state.skipSpace();
      return { kind: 'not', of: parseSimple(state) };
    });
  }
  return parseComparison(state);
}
