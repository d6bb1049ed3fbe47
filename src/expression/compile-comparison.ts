/**
 * Comparisons of one value. The most common ones are fused with reading the value: comparing with
 * `===` needs no test for a missing value, because no literal is undefined.
 */
import { compileTest } from './compile-test.ts';
import type { Compiler, Condition } from './compiler.ts';
import type { TestNode, ValueNode } from './syntax.ts';

export function compileComparison<Request>(
  left: ValueNode,
  test: TestNode,
  compiler: Compiler<Request>,
): Condition<Request> {
  const get = compiler.value(left);
  if (test.kind === 'ordering' && test.op === 'eq' && test.right.kind !== 'ip') {
    const wanted = test.right.value;
    return (request) => get(request) === wanted;
  }
  const passes = compileTest(test, compiler.accessors);
  return (request) => {
    const value = get(request);
    return value !== undefined && passes(value);
  };
}
