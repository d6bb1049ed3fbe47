/** Reading a value: a field or a call, then its indexes. */

import { intern } from '../byte-string.ts';
import { unpacks } from '../node-type.ts';
import type { IndexNode, ValueNode } from '../syntax.ts';
import { forEachElement, type Value } from '../value.ts';
import type { Getter } from './accessors.ts';
import type { Compiler } from './compiler.ts';

/** An unpacked value yields all its elements in one array, or is missing if the container is. */
export function compileValueNode<Request>(
  node: ValueNode,
  compiler: Compiler<Request>,
): Getter<Request> {
  if (!unpacks(node)) return withIndexes(compiler.source(node), node.indexes);
  const { before, after } = splitIndexes(node.indexes);
  const container = withIndexes(compiler.source(node), before);
  return (request) => {
    const value = container(request);
    if (value === undefined) return undefined;
    const elements: Value[] = [];
    collect(value, after, 0, elements);
    return elements;
  };
}

/** The indexes before the first `[*]`, and the rest from there on. */
export function splitIndexes(indexes: readonly IndexNode[]) {
  const first = indexes.findIndex((index) => index.kind === 'each');
  return { before: indexes.slice(0, first), after: indexes.slice(first) };
}

/** Applies keys and positions, one closure each. */
export function withIndexes<Request>(
  source: Getter<Request>,
  indexes: readonly IndexNode[],
): Getter<Request> {
  return indexes.reduce<Getter<Request>>((get, index) => {
    if (index.kind === 'key') return keyGetter(get, intern(index.key));
    return index.kind === 'position' ? positionGetter(get, index.position) : get;
  }, source);
}

function keyGetter<Request>(get: Getter<Request>, key: string): Getter<Request> {
  return (request) => {
    const map = get(request);
    return map instanceof Map ? map.get(key) : undefined;
  };
}

function positionGetter<Request>(get: Getter<Request>, position: number): Getter<Request> {
  return (request) => {
    const array = get(request);
    return Array.isArray(array) ? array[position] : undefined;
  };
}

/** One index applied to one value, while walking below a `[*]`. */
export function indexInto(value: Value, index: IndexNode): Value | undefined {
  if (index.kind === 'key') return value instanceof Map ? value.get(index.key) : undefined;
  if (index.kind === 'position') return Array.isArray(value) ? value[index.position] : undefined;
  return value;
}

function collect(value: Value, indexes: readonly IndexNode[], from: number, into: Value[]): void {
  const index = indexes[from];
  if (!index) {
    into.push(value);
  } else if (index.kind === 'each') {
    forEachElement(value, (element) => collect(element, indexes, from + 1, into));
  } else {
    const inner = indexInto(value, index);
    if (inner !== undefined) collect(inner, indexes, from + 1, into);
  }
}
