/** Calls. Arguments are passed one by one, not in an array: most functions have one or two. */

import { argumentType, isLiteral, isValue, logicType, unpacks } from '../node-type.ts';
import { literalValue } from '../parse/check-call.ts';
import type { ArgumentNode, CallNode } from '../syntax.ts';
import type { Value } from '../value.ts';
import { findFunction, type Getter } from './accessors.ts';
import type { Compiler } from './compiler.ts';

type Running = (...args: (Value | undefined)[]) => Value | undefined;

export function compileCall<Request>(node: CallNode, compiler: Compiler<Request>): Getter<Request> {
  const definition = findFunction(compiler.accessors, node.name);
  const literals = node.args.map(literalValue);
  if (definition.needsContext) {
    return compiler.accessors.contextValue?.(node.name, String(literals[0])) ?? absent;
  }
  // The checker has verified the arguments, so they have the declared types.
  const run = definition.prepare(literals, node.args.map(argumentType)) as Running;
  const args = node.args.map((argument) => compileArgument(argument, compiler));
  const takesMissing = definition.takesMissing ?? false;
  const first = node.args[0];
  if (first && unpacks(first)) return mapped(run, args, takesMissing);
  if (!takesMissing && args.length === 1) return one(run, args);
  if (!takesMissing && args.length === 2) {
    const [, literal] = literals;
    return literal === undefined ? two(run, args) : oneAndLiteral(run, args, literal);
  }
  return many(run, args, takesMissing);
}

function compileArgument<Request>(
  node: ArgumentNode,
  compiler: Compiler<Request>,
): Getter<Request> {
  if (isValue(node)) return compiler.value(node);
  if (isLiteral(node)) {
    const value = literalValue(node);
    return () => value;
  }
  return logicType(node).kind === 'Bool' ? compiler.logic(node) : compiler.vector(node);
}

type Arguments<Request> = readonly Getter<Request>[];

const absent = () => undefined;

function one<Request>(run: Running, [first = absent]: Arguments<Request>): Getter<Request> {
  return (request) => {
    const value = first(request);
    return value === undefined ? undefined : run(value);
  };
}

function oneAndLiteral<Request>(
  run: Running,
  [first = absent]: Arguments<Request>,
  literal: Value,
): Getter<Request> {
  return (request) => {
    const value = first(request);
    return value === undefined ? undefined : run(value, literal);
  };
}

function two<Request>(
  run: Running,
  [first = absent, second = absent]: Arguments<Request>,
): Getter<Request> {
  return (request) => {
    const left = first(request);
    if (left === undefined) return undefined;
    const right = second(request);
    return right === undefined ? undefined : run(left, right);
  };
}

function many<Request>(
  run: Running,
  args: Arguments<Request>,
  takesMissing: boolean,
): Getter<Request> {
  return (request) => {
    const values = args.map((argument) => argument(request));
    return !takesMissing && values.includes(undefined) ? undefined : run(...values);
  };
}

/** One result for each element of the first argument; missing results are left out. */
function mapped<Request>(
  run: Running,
  [first = absent, ...others]: Arguments<Request>,
  takesMissing: boolean,
): Getter<Request> {
  return (request) => {
    const elements = first(request);
    if (!Array.isArray(elements)) return undefined;
    const rest = others.map((argument) => argument(request));
    if (!takesMissing && rest.includes(undefined)) return [];
    const results: Value[] = [];
    for (const element of elements) {
      const result = run(element, ...rest);
      if (result !== undefined) results.push(result);
    }
    return results;
  };
}
