import type { AnyNode } from 'acorn';
import { type Binding, type Bindings, namesIn } from './bindings.ts';
import type { SyntaxTree } from './syntax-tree.ts';

/** The function that a call surely or probably runs, with the arguments that reach its parameters. */
export interface KnownCall {
  readonly functionNumber: number;
  readonly args: readonly AnyNode[];
}

/** Writes into every binding which expressions are assigned to it, also through calls. */
export function collectAssignments(tree: SyntaxTree, bindings: Bindings): void {
  for (const [number, node] of tree.nodes.entries()) assign(tree, bindings, node, number);
  for (const node of tree.nodes) passArguments(tree, bindings, node);
}

function assign(tree: SyntaxTree, bindings: Bindings, node: AnyNode, number: number): void {
  const bindingOf = (target: AnyNode): Binding | undefined => bindings.of(tree.numberOf(target));
  const give = (target: AnyNode, value: AnyNode): void => {
    const binding = bindingOf(target);
    if (binding) binding.values.push(tree.numberOf(value));
  };
  switch (node.type) {
    case 'VariableDeclarator':
      if (node.id.type === 'Identifier') {
        if (node.init) give(node.id, node.init);
      } else open(tree, bindings, node.id);
      break;
    case 'AssignmentExpression':
      if (node.left.type === 'Identifier' && node.operator === '=') give(node.left, node.right);
      else open(tree, bindings, node.left);
      break;
    case 'UpdateExpression':
      open(tree, bindings, node.argument);
      break;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
      if (node.id) bindingOf(node.id)?.values.push(number);
      break;
    case 'ForOfStatement':
    case 'ForInStatement': {
      const target =
        node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left;
      // An item has the path of its list: what is found in a list of elements is an element.
      if (target?.type === 'Identifier' && node.type === 'ForOfStatement') give(target, node.right);
      else if (target) open(tree, bindings, target);
      break;
    }
    default:
  }
}

/** Marks the variables of a pattern as holding something unknown. */
function open(tree: SyntaxTree, bindings: Bindings, pattern: AnyNode): void {
  const names = new Set(namesIn(pattern));
  if (names.size === 0) return;
  const first = tree.numberOf(pattern);
  for (let number = first; number <= (tree.lasts[first] ?? 0); number += 1) {
    const binding = bindings.of(number);
    if (binding && names.has(binding.name)) binding.isOpen = true;
  }
}

function passArguments(tree: SyntaxTree, bindings: Bindings, node: AnyNode): void {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return;
  const call = knownCall(tree, bindings, node);
  if (!call) return;
  for (const [position, parameters] of bindings.parametersOf(call.functionNumber).entries()) {
    const arg = call.args[position];
    for (const parameter of parameters) {
      if (arg && parameters.length === 1) parameter.values.push(tree.numberOf(arg));
      else parameter.isOpen = true;
    }
  }
}

/** `f(x)`, `(function (a) {})(x)`, and the same through `call`. */
export function knownCall(
  tree: SyntaxTree,
  bindings: Bindings,
  node: AnyNode,
): KnownCall | undefined {
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return undefined;
  const { callee } = node;
  const isThroughCall =
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === 'call';
  const called = isThroughCall ? callee.object : callee;
  const functionNumber = functionOf(tree, bindings, tree.numberOf(called));
  if (functionNumber === undefined) return undefined;
  return { functionNumber, args: isThroughCall ? node.arguments.slice(1) : node.arguments };
}

/** The function that an expression is or names. */
export function functionOf(
  tree: SyntaxTree,
  bindings: Bindings,
  number: number,
): number | undefined {
  if (tree.isFunction(number)) return number;
  const values = bindings.of(number)?.values ?? [];
  const [value] = values;
  return values.length === 1 && value !== undefined && tree.isFunction(value) ? value : undefined;
}
