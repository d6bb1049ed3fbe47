/** Conditions of type Bool. */
import type { Getter } from './accessors.ts';
import { compileComparison } from './compile-comparison.ts';
import type { Compiler, Condition } from './compiler.ts';
import type { LogicalOperator, LogicNode } from './syntax.ts';

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

/** A missing truth is false. */
function truth<Request>(get: Getter<Request>): Condition<Request> {
  return (request) => get(request) === true;
}

function combine<Request>(
  op: LogicalOperator,
  items: readonly Condition<Request>[],
): Condition<Request> {
  switch (op) {
    case 'and':
      return fold(items, both, bothOfThree);
    case 'or':
      return fold(items, either, eitherOfThree);
    case 'xor':
      return items.reduce((left, right) => (request) => left(request) !== right(request));
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

/** From the right, two items and the rest at a time: a chain of any length, with half the calls. */
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
