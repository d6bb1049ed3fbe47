import type { AnyNode, Program } from 'acorn';
import { type NodeKind, nodeKinds } from './child-keys.ts';

/** A node with its number, which is much faster than a map from nodes to numbers. */
type Numbered = AnyNode & { number?: number };

type NodeType = AnyNode['type'];
/** Value of a member with children; a hole in a list is null. */
type Children = AnyNode | readonly (AnyNode | null)[] | null | undefined;

const kindNumber = (type: NodeType): number => nodeKinds.get(type)?.number ?? -1;

export const functionTypes = [
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
] as const satisfies readonly NodeType[];
const isFunctionKind = maskOf(functionTypes);

/** An array with 1 at the number of each of these types. */
function maskOf(types: readonly NodeType[]): Uint8Array {
  const mask = new Uint8Array(nodeKinds.size);
  for (const type of types) mask[kindNumber(type)] = 1;
  return mask;
}

/**
 * All nodes in pre-order. A loop over them replaces recursion, and a node with its descendants is a range of
 * numbers.
 */
export class SyntaxTree {
  readonly nodes: AnyNode[] = [];
  /** Number of the parent by the number of the node; -1 for the program. */
  readonly parents: number[] = [];
  /** Number of the last descendant by the number of the node; its own number if it has none. */
  readonly lasts: Int32Array;
  /** Types as numbers, in one array: visiting thousands of objects in memory only for their type is slow. */
  readonly #kinds: number[] = [];
  readonly #byKind: number[][] = Array.from(nodeKinds, () => []);

  constructor(program: Program) {
    const waiting: AnyNode[] = [program];
    const above: number[] = [-1];
    for (let node: Numbered | undefined = waiting.pop(); node; node = waiting.pop()) {
      const number = this.nodes.push(node) - 1;
      this.parents.push(above.pop() ?? -1);
      node.number = number;
      const kind = nodeKinds.get(node.type);
      if (!kind) throw new Error(`unknown node type ${node.type}`);
      this.#kinds.push(kind.number);
      this.#byKind[kind.number]?.push(number);
      putChildren(node, kind, waiting);
      while (above.length < waiting.length) above.push(number);
    }
    this.lasts = findLasts(this.parents);
  }

  numberOf(node: Numbered): number {
    return node.number ?? -1;
  }

  node(number: number): AnyNode | undefined {
    return this.nodes[number];
  }

  parent(number: number): AnyNode | undefined {
    return this.nodes[this.parents[number] ?? -1];
  }

  /** Numbers of all nodes of a type, in their order. */
  ofType(type: NodeType): readonly number[] {
    return this.#byKind[kindNumber(type)] ?? [];
  }

  /** Numbers of all nodes of some types, in their order. */
  ofTypes(types: readonly NodeType[]): readonly number[] {
    const mask = maskOf(types);
    const count = types.reduce((sum, type) => sum + this.ofType(type).length, 0);
    const found: number[] = new Array(count);
    for (let number = 0, next = 0; next < count; number += 1) {
      if (mask[this.#kinds[number] ?? 0] !== 1) continue;
      found[next] = number;
      next += 1;
    }
    return found;
  }

  /** For each node the number of the nearest ancestor of these types; 0, the program, if there is none. */
  enclosing(types: readonly NodeType[]): Int32Array {
    const mask = maskOf(types);
    const found = new Int32Array(this.nodes.length);
    for (let number = 1; number < found.length; number += 1) {
      const parent = this.parents[number] ?? 0;
      found[number] = mask[this.#kinds[parent] ?? 0] === 1 ? parent : (found[parent] ?? 0);
    }
    return found;
  }

  isFunction(number: number): boolean {
    return isFunctionKind[this.#kinds[number] ?? -1] === 1;
  }
}

function putChildren(node: AnyNode, { keys }: NodeKind, waiting: AnyNode[]): void {
  for (let at = 0; at < keys.length; at += 1) {
    // The table of child keys guarantees that this is a node, a list of nodes or nothing.
    const value = node[keys[at] as keyof AnyNode] as unknown as Children;
    if (!value) continue;
    if (!Array.isArray(value)) {
      waiting.push(value as AnyNode);
      continue;
    }
    for (let index = value.length - 1; index >= 0; index -= 1) {
      if (value[index]) waiting.push(value[index]);
    }
  }
}

function findLasts(parents: readonly number[]): Int32Array {
  const lasts = new Int32Array(parents.length);
  for (let number = lasts.length - 1; number >= 0; number -= 1) {
    // Descendants have higher numbers, so the loop has seen them before.
    const last = Math.max(lasts[number] ?? 0, number);
    lasts[number] = last;
    const parent = parents[number] ?? -1;
    if (parent >= 0 && (lasts[parent] ?? 0) < last) lasts[parent] = last;
  }
  return lasts;
}
