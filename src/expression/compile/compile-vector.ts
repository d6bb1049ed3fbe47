/** Conditions of type Array<Bool>: one Bool per element. A missing value has no elements. */

import type { LogicalOperator, LogicNode } from '../syntax.ts';
import { compileTest } from './compile-test.ts';
import type { Compiler, Vector } from './compiler.ts';

const NONE: readonly boolean[] = [];

export function compileVector<Request>(
  node: LogicNode,
  compiler: Compiler<Request>,
): Vector<Request> {
  switch (node.kind) {
    case 'constant':
      return () => NONE;
    case 'truth': {
      const get = compiler.value(node.value);
      // The checker has verified that this is Array<Bool>.
      return (request) => (get(request) as readonly boolean[] | undefined) ?? NONE;
    }
    case 'compare': {
      const get = compiler.value(node.left);
      const test = compileTest(node.test, compiler.accessors);
      return (request) => {
        const elements = get(request);
        return Array.isArray(elements) ? elements.map((element) => test(element)) : NONE;
      };
    }
    case 'not': {
      const of = compiler.vector(node.of);
      return (request) => of(request).map((truth) => !truth);
    }
    case 'combine': {
      const items = node.items.map((item) => compiler.vector(item));
      return items.reduce((left, right) => (request) => {
        return zip(node.op, left(request), right(request));
      });
    }
  }
}

/** Element by element, cut to the shorter of the two. */
function zip(
  op: LogicalOperator,
  left: readonly boolean[],
  right: readonly boolean[],
): readonly boolean[] {
  const length = Math.min(left.length, right.length);
  const result: boolean[] = [];
  for (let at = 0; at < length; at++) {
    result.push(combineTruths(op, left[at] === true, right[at] === true));
  }
  return result;
}

function combineTruths(op: LogicalOperator, left: boolean, right: boolean): boolean {
  switch (op) {
    case 'and':
      return left && right;
    case 'or':
      return left || right;
    case 'xor':
      return left !== right;
  }
}
