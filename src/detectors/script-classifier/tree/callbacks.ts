import type { AnyNode, CallExpression } from 'acorn';
import type { Bindings, Origin } from './bindings.ts';
import { functionsOf } from './known-calls.ts';
import type { SyntaxTree } from './syntax-tree.ts';

/** A function that is passed as a callback, and what one of its parameters receives. */
export interface Callback extends Omit<Origin, 'keys'> {
  readonly handler: number;
  readonly parameter: number;
}

/** Index of the parameter that receives an item, by the method of the list. */
const itemParameters: ReadonlyMap<string, number> = new Map([
  ...['forEach', 'map', 'filter', 'some', 'every', 'find', 'flatMap'].map(
    (name) => [name, 0] as const,
  ),
  ['reduce', 1],
  ['each', 1],
]);

const listening: ReadonlySet<string> = new Set([
  ...['addEventListener', 'attachEvent', 'on', 'one', 'bind', 'delegate', 'live'],
]);
/** jQuery methods that are named after the event that they listen to. */
const namedAfterEvents: ReadonlySet<string> = new Set([
  ...['submit', 'change', 'blur', 'focusout', 'input', 'click', 'keyup', 'keydown', 'keypress'],
]);

/** Callbacks that a node registers as listeners or passes to a method of a list. */
export function callbacks(
  tree: SyntaxTree,
  bindings: Bindings,
  node: AnyNode,
): readonly Callback[] {
  switch (node.type) {
    case 'CallExpression':
      return callbacksOfCall(tree, bindings, node);
    case 'AssignmentExpression': {
      if (node.left.type !== 'MemberExpression' || !nameOf(node.left)?.startsWith('on')) return [];
      return events(tree, bindings, node.right, node.left.object);
    }
    case 'MethodDefinition':
    case 'Property':
      // An object with this method is a listener itself. Its target is not determined.
      if (node.key.type !== 'Identifier' || node.key.name !== 'handleEvent') return [];
      return events(tree, bindings, node.value, undefined);
    default:
      return [];
  }
}

function callbacksOfCall(
  tree: SyntaxTree,
  bindings: Bindings,
  { callee, arguments: args }: CallExpression,
): readonly Callback[] {
  const last = args.at(-1);
  if (!last) return [];
  if (callee.type === 'Identifier') {
    if (callee.name === 'addEventListener') return listeners(tree, bindings, args, undefined);
    return library(tree, bindings, last, callee);
  }
  const name = callee.type === 'MemberExpression' ? nameOf(callee) : undefined;
  if (callee.type !== 'MemberExpression' || name === undefined) return [];
  if (name === 'ready') return library(tree, bindings, last, libraryOf(callee.object));
  if (listening.has(name)) return listeners(tree, bindings, args, callee.object);
  if (namedAfterEvents.has(name)) return events(tree, bindings, last, callee.object);
  return items(tree, bindings, callee.object, name, args);
}

const LIBRARY = /^(?:\$|jQuery)/;

/** `$` in `$(document)`. */
const libraryOf = (node: AnyNode): AnyNode | undefined =>
  node.type === 'CallExpression' ? node.callee : undefined;

/** `jQuery(function ($) { … })` and `jQuery(document).ready(function ($) { … })` pass the library itself. */
function library(
  tree: SyntaxTree,
  bindings: Bindings,
  callback: AnyNode,
  of: AnyNode | undefined,
): readonly Callback[] {
  if (of?.type !== 'Identifier' || !LIBRARY.test(of.name)) return [];
  const number = tree.numberOf(callback);
  if (!tree.isFunction(number) || bindings.parametersOf(number).length === 0) return [];
  return [{ handler: number, parameter: 0, kind: 'value', of }];
}

/** `list.forEach(f)`, `[].forEach.call(list, f)`, `$.each(list, f)` and `Array.from(list, f)`. */
function items(
  tree: SyntaxTree,
  bindings: Bindings,
  object: AnyNode,
  name: string,
  [first, second]: readonly AnyNode[],
): readonly Callback[] {
  const isCalled = name === 'call' && object.type === 'MemberExpression';
  const method = isCalled ? (nameOf(object) ?? '') : name;
  const isFrom = name === 'from' && object.type === 'Identifier' && object.name === 'Array';
  const parameter = isFrom ? 0 : itemParameters.get(method);
  if (parameter === undefined || !first) return [];
  const isGiven = isCalled || isFrom || (name === 'each' && second !== undefined);
  const list = isGiven ? first : object;
  const callback = isGiven ? second : first;
  const handlers = callback ? functionsOf(tree, bindings, callback) : [];
  return handlers.map((handler) => ({ handler, parameter, kind: 'item', of: list }));
}

const listeners = (
  tree: SyntaxTree,
  bindings: Bindings,
  args: readonly AnyNode[],
  of: AnyNode | undefined,
): readonly Callback[] => args.slice(1).flatMap((arg) => events(tree, bindings, arg, of));

const events = (
  tree: SyntaxTree,
  bindings: Bindings,
  handler: AnyNode,
  of: AnyNode | undefined,
): readonly Callback[] =>
  functionsOf(tree, bindings, handler).map((it) => ({
    handler: it,
    parameter: 0,
    kind: 'event',
    of,
  }));

function nameOf(node: AnyNode): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  if (node.property.type === 'Literal') return String(node.property.value);
  return node.property.type === 'Identifier' && !node.computed ? node.property.name : undefined;
}
