/** Conditions of type Bool. */

import type { LogicalOperator, LogicNode } from '../syntax.ts';
import type { Getter } from './accessors.ts';
import { compileComparison } from './compile-comparison.ts';
import type { Compiler, Condition } from './compiler.ts';

export function compileLogic<Request>(
  node: LogicNode,
  compiler: Compiler<Request>,
): Condition<Request> {
  switch (node.kind) {
    case 'constant':
      return node.value ? () => true : () => false;
    case 'truth':
      return truth(compiler.value(node.value));
    case 'compare':
      return compileComparison(node.left, node.test, compiler);
    case 'not': {
      const of = compiler.logic(node.of);
      return (request) => !of(request);
    }
    case 'combine':
      return combine(
        node.op,
        node.items.map((item) => compiler.logic(item)),
      );
  }
}

/** A missing Bool is false. */
function truth<Request>(get: Getter<Request>): Condition<Request> {
  return (request) => get(request) === true;
}

function combine<Request>(
  op: LogicalOperator,
  items: readonly Condition<Request>[],
): Condition<Request> {
  switch (op) {
    case 'and':
      return items.length > UNROLLED ? loop(items, false) : fold(items, both, bothOfThree);
    case 'or':
      return items.length > UNROLLED ? loop(items, true) : fold(items, either, eitherOfThree);
    case 'xor':
      return parity(items);
  }
}

type Pair<Request> = (a: Condition<Request>, b: Condition<Request>) => Condition<Request>;
type Triple<Request> = (
  a: Condition<Request>,
  b: Condition<Request>,
  c: Condition<Request>,
) => Condition<Request>;

function both<Request>(a: Condition<Request>, b: Condition<Request>): Condition<Request> {
  return (request) => a(request) && b(request);
}

function either<Request>(a: Condition<Request>, b: Condition<Request>): Condition<Request> {
  return (request) => a(request) || b(request);
}

function bothOfThree<Request>(...[a, b, c]: Parameters<Triple<Request>>): Condition<Request> {
  return (request) => a(request) && b(request) && c(request);
}

function eitherOfThree<Request>(...[a, b, c]: Parameters<Triple<Request>>): Condition<Request> {
  return (request) => a(request) || b(request) || c(request);
}

/** Chains of up to this many items are unrolled; longer ones would nest too deeply, and become a loop. */
const UNROLLED = 9;

/** Folds from the right, two items and the rest at a time, which halves the calls. */
function fold<Request>(
  items: readonly Condition<Request>[],
  pair: Pair<Request>,
  triple: Triple<Request>,
): Condition<Request> {
  const rest = [...items];
  let result = rest.pop() ?? (() => true);
  while (rest.length > 0) {
    const second = rest.pop() ?? result;
    const first = rest.pop();
    result = first ? triple(first, second, result) : pair(second, result);
  }
  return result;
}

/** The first item that gives `decisive` decides. */
function loop<Request>(
  items: readonly Condition<Request>[],
  decisive: boolean,
): Condition<Request> {
  return (request) => {
    for (const item of items) if (item(request) === decisive) return decisive;
    return !decisive;
  };
}

function parity<Request>(items: readonly Condition<Request>[]): Condition<Request> {
  return (request) => {
    let result = false;
    for (const item of items) result = result !== item(request);
    return result;
  };
}
