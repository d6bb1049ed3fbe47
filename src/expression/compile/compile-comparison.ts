/**
 * Comparisons of one value. The most common ones are fused with reading the value: `===` needs no
 * test for a missing value, because no literal is undefined.
 */

import { intern } from '../byte-string.ts';
import type { TestNode, ValueNode } from '../syntax.ts';
import type { Getter, Matcher } from './accessors.ts';
import { compileTest } from './compile-test.ts';
import type { Compiler, Condition } from './compiler.ts';

export function compileComparison<Request>(
  left: ValueNode,
  test: TestNode,
  compiler: Compiler<Request>,
): Condition<Request> {
  const get = compiler.value(left);
  if (test.kind === 'ordering' && test.op === 'eq') {
    if (test.right.kind === 'string') return equalsString(get, intern(test.right.value));
    if (test.right.kind === 'int') return equalsInt(get, test.right.value);
  }
  if (test.kind === 'contains') return contains(get, intern(test.right));
  const passes = compileTest(test, compiler.accessors);
  switch (left.type.kind) {
    case 'Int':
      return intPasses(get, passes);
    case 'IP':
      return ipPasses(get, passes);
    default:
      return stringPasses(get, passes);
  }
}

// One function per type, although they look alike, because V8 collects type feedback per call site.
function equalsString<Request>(get: Getter<Request>, wanted: string): Condition<Request> {
  return (request) => get(request) === wanted;
}

function equalsInt<Request>(get: Getter<Request>, wanted: number): Condition<Request> {
  return (request) => get(request) === wanted;
}

function contains<Request>(get: Getter<Request>, part: string): Condition<Request> {
  return (request) => {
    const value = get(request);
    return typeof value === 'string' && value.includes(part);
  };
}

function stringPasses<Request>(get: Getter<Request>, passes: Matcher): Condition<Request> {
  return (request) => {
    const value = get(request);
    return value !== undefined && passes(value);
  };
}

function intPasses<Request>(get: Getter<Request>, passes: Matcher): Condition<Request> {
  return (request) => {
    const value = get(request);
    return value !== undefined && passes(value);
  };
}

function ipPasses<Request>(get: Getter<Request>, passes: Matcher): Condition<Request> {
  return (request) => {
    const value = get(request);
    return value !== undefined && passes(value);
  };
}
