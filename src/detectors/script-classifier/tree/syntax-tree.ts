import type { AnyNode, Program } from 'acorn';

const childrenIn = (value: unknown, into: AnyNode[]): void => {
  if (Array.isArray(value)) for (const item of value) childrenIn(item, into);
  else if (isNode(value)) into.push(value);
};

const isNode = (value: unknown): value is AnyNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

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
  readonly #numbers = new Map<AnyNode, number>();

  constructor(program: Program) {
    const waiting: { node: AnyNode; parent: number }[] = [{ node: program, parent: -1 }];
    const children: AnyNode[] = [];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const number = this.nodes.push(next.node) - 1;
      this.parents.push(next.parent);
      this.#numbers.set(next.node, number);
      children.length = 0;
      for (const value of Object.values(next.node)) childrenIn(value, children);
      for (let at = children.length - 1; at >= 0; at -= 1) {
        const node = children[at];
        if (node) waiting.push({ node, parent: number });
      }
    }
    this.lasts = this.#findLasts();
  }

  numberOf(node: AnyNode): number {
    return this.#numbers.get(node) ?? -1;
  }

  node(number: number): AnyNode | undefined {
    return this.nodes[number];
  }

  parent(number: number): AnyNode | undefined {
    return this.nodes[this.parents[number] ?? -1];
  }

  isFunction(number: number): boolean {
    return functions.has(this.nodes[number]?.type ?? '');
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
