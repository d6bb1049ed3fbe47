import type { AnyNode, Program } from 'acorn';

/** A node that knows its number: far cheaper than a map from one to the other. */
type Numbered = AnyNode & { number?: number };

const isNode = (value: object): value is AnyNode =>
  'type' in value && typeof value.type === 'string';

function addChildren(node: AnyNode, into: AnyNode[]): void {
  if (node.type === 'Identifier' || node.type === 'Literal') return;
  for (const key in node) {
    // Nodes differ in their members; whatever is a node or a list is taken.
    const value: unknown = node[key as keyof AnyNode];
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) {
      if (isNode(value)) into.push(value);
      continue;
    }
    for (const item of value) if (item !== null && isNode(item)) into.push(item);
  }
}

const functions: ReadonlySet<string> = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
]);

/**
 * All nodes in the order of the text, parents first, so that a loop takes the place of recursion and
 * a node with what is below it is a range of numbers.
 */
export class SyntaxTree {
  readonly nodes: AnyNode[] = [];
  /** Number of the parent; -1 above the program. */
  readonly parents: number[] = [];
  /** Number of the last node below. */
  readonly lasts: Int32Array;

  #byType: Map<string, number[]> | undefined;

  constructor(program: Program) {
    const waiting: AnyNode[] = [program];
    const parents: number[] = [-1];
    const children: AnyNode[] = [];
    for (let node: Numbered | undefined = waiting.pop(); node; node = waiting.pop()) {
      const number = this.nodes.push(node) - 1;
      this.parents.push(parents.pop() ?? -1);
      node.number = number;
      children.length = 0;
      addChildren(node, children);
      for (let at = children.length - 1; at >= 0; at -= 1) {
        waiting.push(children[at] ?? node);
        parents.push(number);
      }
    }
    this.lasts = this.#findLasts();
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
  ofType(type: AnyNode['type']): readonly number[] {
    this.#byType ??= this.#sort();
    return this.#byType.get(type) ?? [];
  }

  isFunction(number: number): boolean {
    return functions.has(this.nodes[number]?.type ?? '');
  }

  #sort(): Map<string, number[]> {
    const byType = new Map<string, number[]>();
    this.nodes.forEach(({ type }, number) => {
      const list = byType.get(type);
      if (list) list.push(number);
      else byType.set(type, [number]);
    });
    return byType;
  }

  #findLasts(): Int32Array {
    const lasts = Int32Array.from(this.nodes.keys());
    for (let number = lasts.length - 1; number > 0; number -= 1) {
      const parent = this.parents[number] ?? 0;
      lasts[parent] = Math.max(lasts[parent] ?? 0, lasts[number] ?? 0);
    }
    return lasts;
  }
}
