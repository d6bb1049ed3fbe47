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
      return items.reduceRight((right, left) => (request) => left(request) && right(request));
    case 'or':
      return items.reduceRight((right, left) => (request) => left(request) || right(request));
    case 'xor':
      return items.reduce((left, right) => (request) => left(request) !== right(request));
  }
}
