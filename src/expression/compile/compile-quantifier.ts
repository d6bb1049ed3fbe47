/**
 * `any` and `all` over a comparison of unpacked elements, by far their most common use: elements
 * are tested in place, up to the first that decides, and no array is built.
 */

import { all } from '../functions/all.ts';
import { any } from '../functions/any.ts';
import { unpacks } from '../node-type.ts';
import type { IndexNode, ValueNode } from '../syntax.ts';
import type { Value } from '../value.ts';
import { findFunction, type Matcher } from './accessors.ts';
import { compileTest } from './compile-test.ts';
import { indexInto, splitIndexes, withIndexes } from './compile-value.ts';
import type { Compiler, Condition } from './compiler.ts';

/** Undefined for other nodes; then the function itself is called. */
export function compileQuantifier<Request>(
  node: ValueNode,
  compiler: Compiler<Request>,
): Condition<Request> | undefined {
  if (node.kind !== 'call') return undefined;
  const definition = findFunction(compiler.accessors, node.name);
  const [argument] = node.args;
  if (definition !== any && definition !== all) return undefined;
  if (argument?.kind !== 'compare' || !unpacks(argument.left)) return undefined;
  const { before, after } = splitIndexes(argument.left.indexes);
  const container = withIndexes(compiler.source(argument.left), before);
  const test = compileTest(argument.test, compiler.accessors);
  const wanted = definition === any;
  const decides: Matcher = wanted ? test : (element) => !test(element);
  return (request) => {
    const value = container(request);
    return value !== undefined && some(value, after, 0, decides) ? wanted : !wanted;
  };
}

function some(value: Value, indexes: readonly IndexNode[], from: number, test: Matcher): boolean {
  const index = indexes[from];
  if (!index) return test(value);
  if (index.kind !== 'each') {
    const inner = indexInto(value, index);
    return inner !== undefined && some(inner, indexes, from + 1, test);
  }
  if (Array.isArray(value)) {
    for (const element of value) if (some(element, indexes, from + 1, test)) return true;
  } else if (value instanceof Map) {
    for (const element of value.values()) if (some(element, indexes, from + 1, test)) return true;
  }
  return false;
}
