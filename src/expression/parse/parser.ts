/** Parses text to a typed tree. Every problem of the text is an ExpressionError. */
import { argumentType, logicType, unpacks } from '../node-type.ts';
import type { Scheme } from '../scheme.ts';
import type { LogicNode, ValueExpressionNode } from '../syntax.ts';
import { parseType, sameType, typeText } from '../value-type.ts';
import { parseArgument } from './parse-argument.ts';
import { parseLiteral } from './parse-literal.ts';
import { parseLogic } from './parse-logic.ts';
import { type ParseOptions, ParseState } from './parse-state.ts';
import { parseValue } from './parse-value.ts';

/** Parses a condition: an expression of type Bool. */
export function parseExpression(
  source: string,
  scheme: Scheme,
  options: ParseOptions = {},
): LogicNode {
  const state = new ParseState(source, scheme, options, parseArgument);
  state.skipSpace();
  const tree = parseLogic(state);
  const type = logicType(tree);
  if (type.kind !== 'Bool') {
    state.failHere(`expected value of type Bool, but got ${typeText(type)}`);
  }
  finish(state);
  return tree;
}

export interface ValueParseOptions extends ParseOptions {
  /** The required type, such as `String`; if absent, any type. */
  readonly type?: string;
}

/** Parses a value expression: a field, a call or a literal. */
export function parseValueExpression(
  source: string,
  scheme: Scheme,
  options: ValueParseOptions = {},
): ValueExpressionNode {
  const state = new ParseState(source, scheme, options, parseArgument);
  state.skipSpace();
  const start = state.at;
  const tree = parseLiteral(state) ?? parseValue(state);
  if (unpacks(tree)) state.fail(start, state.at, 'invalid use of map each access operator');
  const actual = argumentType(tree);
  const wanted = options.type === undefined ? actual : parseType(options.type);
  if (!sameType(actual, wanted)) {
    const reason = `expected value of type ${typeText(wanted)}, but got ${typeText(actual)}`;
    state.fail(start, state.at, reason);
  }
  finish(state);
  return tree;
}

/** Unparsed input is reported from the end of the last piece, including white space. */
function finish(state: ParseState): void {
  const end = state.at;
  state.skipSpace();
  if (!state.atEnd) state.fail(end, state.source.length, 'unrecognised input');
}
