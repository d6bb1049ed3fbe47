import type { AnyNode } from 'acorn';
import type { Bindings } from './bindings.ts';
import type { SyntaxTree } from './syntax-tree.ts';

/** The function that a call certainly or probably runs, with the arguments for its parameters. */
export interface KnownCall {
  readonly functionNumber: number;
  readonly args: readonly AnyNode[];
}

/** Name of a member that is not computed; private names begin with `#`. */
export function memberName(key: AnyNode): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'PrivateIdentifier' ? `#${key.name}` : undefined;
}

/** Name of a property of an object literal: `a` of `{ a: 1 }` and `{ 'a': 1 }`. */
export function propertyName(key: AnyNode): string | undefined {
  if (key.type === 'Identifier') return key.name;
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : undefined;
}

/** Resolves `f(x)`, `(function (a) {})(x)` and `(0, f)(x)`, also through `call`. */
export function knownCall(
  tree: SyntaxTree,
  bindings: Bindings,
  node: AnyNode,
): KnownCall | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const callee =
    node.callee.type === 'SequenceExpression' ? node.callee.expressions.at(-1) : node.callee;
  if (!callee) return undefined;
  const isThroughCall =
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'call';
  const called = isThroughCall ? callee.object : callee;
  const functionNumber =
    functionOf(tree, bindings, tree.numberOf(called)) ?? methodOf(tree, bindings, called);
  if (functionNumber === undefined) return undefined;
  return { functionNumber, args: isThroughCall ? node.arguments.slice(1) : node.arguments };
}

/** The function that an expression is or refers to; for a class its constructor. */
export function functionOf(
  tree: SyntaxTree,
  bindings: Bindings,
  number: number,
): number | undefined {
  if (tree.isFunction(number)) return number;
  const values = bindings.of(number)?.values;
  const value = values?.length === 1 ? values[0] : undefined;
  if (value === undefined) return undefined;
  if (tree.isFunction(value)) return value;
  return constructorOf(tree, value) ?? wrapped(tree, bindings, value);
}

/** `(function () { function A() {} return A; })()`: the output of compilers for a class. */
function wrapped(tree: SyntaxTree, bindings: Bindings, number: number): number | undefined {
  const node = tree.node(number);
  if (node?.type !== 'CallExpression' || !tree.isFunction(tree.numberOf(node.callee))) {
    return undefined;
  }
  const returned = returnedBy(node.callee);
  const [value] = (returned && bindings.of(tree.numberOf(returned))?.values) ?? [];
  return value !== undefined && tree.isFunction(value) ? value : undefined;
}

function constructorOf(tree: SyntaxTree, number: number): number | undefined {
  const node = tree.node(number);
  if (node?.type !== 'ClassDeclaration' && node?.type !== 'ClassExpression') return undefined;
  for (const member of node.body.body) {
    if (member.type === 'MethodDefinition' && member.kind === 'constructor') {
      return tree.numberOf(member.value);
    }
  }
  return undefined;
}

/**
 * Names of built-in methods. Such a method of an unknown object is taken for the built-in one, even if the script
 * has a method of the same name.
 */
const commonNames: ReadonlySet<string> = new Set([
  ...[
    'add',
    'append',
    'apply',
    'bind',
    'call',
    'catch',
    'clear',
    'click',
    'close',
    'concat',
    'create',
  ],
  ...[
    'delete',
    'each',
    'emit',
    'end',
    'entries',
    'exec',
    'filter',
    'find',
    'focus',
    'forEach',
    'get',
  ],
  ...[
    'has',
    'init',
    'join',
    'keys',
    'load',
    'log',
    'map',
    'match',
    'next',
    'off',
    'on',
    'once',
    'open',
  ],
  ...['parse', 'pop', 'push', 'read', 'reduce', 'remove', 'replace', 'reset', 'resolve', 'reverse'],
  ...['run', 'send', 'set', 'shift', 'slice', 'sort', 'splice', 'split', 'start', 'stop', 'submit'],
  ...[
    'test',
    'then',
    'toString',
    'trigger',
    'trim',
    'update',
    'values',
    'write',
    'unshift',
    'value',
  ],
  ...[
    'post',
    'request',
    'ajax',
    'fetch',
    'val',
    'text',
    'html',
    'attr',
    'data',
    'css',
    'item',
    'some',
  ],
]);
/** Minifiers reuse shorter names for unrelated methods. */
const MIN_METHOD_LENGTH = 3;

/** Resolves `this.save`, `app.save` and `module.save` if the script has exactly one method of that name. */
export function methodOf(
  tree: SyntaxTree,
  bindings: Bindings,
  callee: AnyNode,
): number | undefined {
  if (callee.type !== 'MemberExpression' || callee.computed) return undefined;
  const name = memberName(callee.property);
  if (name === undefined) return undefined;
  const methods = bindings.methods.get(name);
  const method = methods?.length === 1 ? methods[0] : undefined;
  if (method === undefined) return undefined;
  const isKnown = isOwnObject(tree, bindings, callee.object);
  if (!isKnown && (name.length < MIN_METHOD_LENGTH || commonNames.has(name))) return undefined;
  return exported(tree, bindings, method);
}

/** The value of a variable that is assigned only once. */
export function onlyValue(
  tree: SyntaxTree,
  bindings: Bindings,
  number: number,
): AnyNode | undefined {
  const values = bindings.of(number)?.values;
  return values?.length === 1 ? tree.node(values[0] ?? -1) : undefined;
}

/** Whether an expression is `this`, a variable that holds it, or an object that the script creates. */
export function isOwnObject(tree: SyntaxTree, bindings: Bindings, node: AnyNode): boolean {
  if (node.type === 'ThisExpression') return true;
  const made = onlyValue(tree, bindings, tree.numberOf(node));
  if (made?.type === 'ClassDeclaration' || made?.type === 'ClassExpression') return true;
  if (made?.type === 'NewExpression') {
    return functionOf(tree, bindings, tree.numberOf(made.callee)) !== undefined;
  }
  return made?.type === 'ThisExpression' || made?.type === 'ObjectExpression';
}

/** Whether an expression is `this` or a variable that holds it: `var self = this`. */
export function isThis(tree: SyntaxTree, bindings: Bindings, node: AnyNode): boolean {
  if (node.type === 'ThisExpression') return true;
  if (node.type !== 'Identifier') return false;
  return onlyValue(tree, bindings, tree.numberOf(node))?.type === 'ThisExpression';
}

/** Bundlers export a function through a getter: `{ save: () => save }`. */
function exported(tree: SyntaxTree, bindings: Bindings, number: number): number | undefined {
  const node = tree.node(number);
  if (!tree.isFunction(number)) return functionOf(tree, bindings, number);
  const given = node && 'params' in node && node.params.length === 0 ? returnedBy(node) : undefined;
  if (given?.type !== 'Identifier') return number;
  return functionOf(tree, bindings, tree.numberOf(given)) ?? number;
}

/** The result of an arrow function, or of a function whose last statement is a return. */
export function returnedBy(node: AnyNode | undefined): AnyNode | null | undefined {
  if (!node || !('body' in node) || !('params' in node)) return undefined;
  const { body } = node;
  if (body.type !== 'BlockStatement') return body;
  const last = body.body.at(-1);
  return last?.type === 'ReturnStatement' ? last.argument : undefined;
}

/** If a variable holds more functions, none is followed. */
const MAX_FUNCTIONS = 6;

/**
 * Functions that an expression may refer to when it is passed as a callback: also `this.save`, `save.bind(this)`,
 * and all functions that a variable holds.
 */
export function functionsOf(
  tree: SyntaxTree,
  bindings: Bindings,
  node: AnyNode,
): readonly number[] {
  const { callee } = node.type === 'CallExpression' ? node : { callee: undefined };
  if (callee?.type === 'MemberExpression') {
    return memberName(callee.property) === 'bind' ? functionsOf(tree, bindings, callee.object) : [];
  }
  const only = functionOf(tree, bindings, tree.numberOf(node)) ?? methodOf(tree, bindings, node);
  if (only !== undefined) return [only];
  const values = bindings.of(tree.numberOf(node))?.values ?? [];
  if (values.length > MAX_FUNCTIONS) return [];
  return values.flatMap((value) => {
    const given = tree.node(value);
    const found =
      functionOf(tree, bindings, value) ?? (given ? methodOf(tree, bindings, given) : undefined);
    return found ?? [];
  });
}
