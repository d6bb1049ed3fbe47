import type { AnyNode } from 'acorn';
import type { Bindings } from './bindings.ts';
import type { SyntaxTree } from './syntax-tree.ts';

/** The function that a call surely or probably runs, with the arguments that reach its parameters. */
export interface KnownCall {
  readonly functionNumber: number;
  readonly args: readonly AnyNode[];
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
  const functionNumber =
    functionOf(tree, bindings, tree.numberOf(called)) ?? methodOf(tree, bindings, called);
  if (functionNumber === undefined) return undefined;
  return { functionNumber, args: isThroughCall ? node.arguments.slice(1) : node.arguments };
}

/** The function that an expression is or names; of a class its constructor. */
export function functionOf(
  tree: SyntaxTree,
  bindings: Bindings,
  number: number,
): number | undefined {
  if (tree.isFunction(number)) return number;
  const values = bindings.of(number)?.values ?? [];
  const [value] = values;
  if (values.length !== 1 || value === undefined) return undefined;
  return tree.isFunction(value) ? value : constructorOf(tree, value);
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

/** `this.save`, where the script has one method of that name. */
export function methodOf(
  tree: SyntaxTree,
  bindings: Bindings,
  callee: AnyNode,
): number | undefined {
  if (callee.type !== 'MemberExpression' || callee.computed) return undefined;
  if (callee.object.type !== 'ThisExpression' || callee.property.type !== 'Identifier') {
    return undefined;
  }
  const named = bindings.methods.get(callee.property.name) ?? [];
  return named.length === 1 && tree.isFunction(named[0] ?? -1) ? named[0] : undefined;
}

/** What a short function gives back. */
export function returnedBy(node: AnyNode | undefined): AnyNode | null | undefined {
  if (!node || !('body' in node) || !('params' in node)) return undefined;
  const { body } = node;
  if (body.type !== 'BlockStatement') return body;
  const last = body.body.at(-1);
  return last?.type === 'ReturnStatement' ? last.argument : undefined;
}
