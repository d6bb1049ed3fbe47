import type { AnyNode } from 'acorn';
import { namesIn } from '../tree/bindings.ts';
import { nodeKinds } from '../tree/child-keys.ts';
import type { FunctionNode } from './trace-values.ts';

/** Names that a function or program declares with `var`, and its functions. */
export interface Hoisted {
  readonly names: readonly string[];
  readonly functions: readonly FunctionNode[];
  readonly usesArguments: boolean;
}

const functionTypes: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

/** Found in one pass over the nodes, without those of inner functions. */
export function hoistedIn(roots: readonly AnyNode[]): Hoisted {
  const names = new Set<string>();
  const functions: FunctionNode[] = [];
  let usesArguments = false;
  const waiting: AnyNode[] = [...roots].reverse();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (node.type === 'FunctionDeclaration') {
      functions.push(node);
      continue;
    }
    if (functionTypes.has(node.type) || node === nothing) continue;
    if (node.type === 'Identifier' && node.name === 'arguments') usesArguments = true;
    if (node.type === 'VariableDeclaration' && node.kind === 'var') {
      for (const { id } of node.declarations) for (const name of namesIn(id)) names.add(name);
    }
    for (const key of nodeKinds.get(node.type)?.keys ?? []) {
      const value = node[key as keyof AnyNode] as unknown as Children;
      if (!value) continue;
      if (!Array.isArray(value)) waiting.push(value as AnyNode);
      else for (let at = value.length - 1; at >= 0; at -= 1) waiting.push(value[at] ?? nothing);
    }
  }
  return { names: [...names], functions, usesArguments };
}

/** In place of a hole in a list. */
const nothing: AnyNode = { type: 'EmptyStatement', start: 0, end: 0 };

type Children = AnyNode | (AnyNode | null)[] | null | undefined;
