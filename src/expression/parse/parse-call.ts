/** The arguments of a call. Each is checked as soon as it is parsed, so that the leftmost error is reported. */

import type { FunctionDefinition } from '../function-definition.ts';
import { unpacks } from '../node-type.ts';
import type { ArgumentNode } from '../syntax.ts';
import type { ValueType } from '../value-type.ts';
import { checkArgument, resultType } from './check-call.ts';
import type { ParseState } from './parse-state.ts';

interface ParsedCall {
  readonly args: readonly ArgumentNode[];
  readonly type: ValueType;
}

/** Parses from after the name of the function. */
export function parseCall(state: ParseState, definition: FunctionDefinition): ParsedCall {
  state.skipSpace();
  return state.nested(state.at, () => {
    state.expect('(');
    const args = parseArguments(state, definition);
    const required = definition.parameters.filter((parameter) => !parameter.optional).length;
    if (args.length < required) state.failHere('invalid number of arguments');
    state.expect(')');
    return { args, type: resultType(definition, args) };
  });
}

function parseArguments(state: ParseState, definition: FunctionDefinition): ArgumentNode[] {
  const args: ArgumentNode[] = [];
  state.skipSpace();
  if (state.next === ')' || state.atEnd) return args;
  do {
    state.skipSpace();
    const start = state.at;
    const argument = state.parseArgument(state);
    // Only the first argument may be unpacked.
    if (args.length > 0 && unpacks(argument)) {
      state.fail(start, state.at, 'invalid use of map each access operator');
    }
    args.push(argument);
    const problem = checkArgument(definition, args, state);
    if (problem !== undefined) state.fail(start, state.at, problem);
    state.skipSpace();
  } while (state.accept(','));
  if (state.next !== ')') state.failHere('expected literal ")"');
  return args;
}
