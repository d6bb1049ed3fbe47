import type { AnyNode } from 'acorn';
import type { Binding } from '../tree/bindings.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';

/** Finds variables that are built up in several statements: by `+=`, by `push`, or by `s = s + x`. */
export class FilledVariables {
  readonly #tree: SyntaxTree;
  /** Cached, because a variable may have thousands of references. */
  readonly #known = new Map<Binding, boolean>();

  constructor(tree: SyntaxTree) {
    this.#tree = tree;
  }

  has(binding: Binding): boolean {
    if (binding.isGlobal || binding.isParameter) return false;
    let isFilled = this.#known.get(binding);
    if (isFilled === undefined) {
      isFilled = this.#isFilled(binding);
      this.#known.set(binding, isFilled);
    }
    return isFilled;
  }

  #isFilled({ values, name, hasUnknownValues }: Binding): boolean {
    const first = this.#tree.node(values[0] ?? -1);
    if (first?.type !== 'ArrayExpression' && !isText(first)) return false;
    if (!hasUnknownValues && !isGrowing(first)) return false;
    // The current one of several values depends on the order of execution, unless each extends the one before.
    return values.slice(1).every((value) => isSumOf(this.#tree.node(value), name));
  }
}

const isText = (node: AnyNode | undefined): boolean =>
  node?.type === 'Literal' && typeof node.value === 'string';

/** A list that starts empty gets its items later. */
const isGrowing = (node: AnyNode | undefined): boolean =>
  isText(node) || (node?.type === 'ArrayExpression' && node.elements.length === 0);

/** Whether an expression is a sum that starts with the variable: `s + x`. */
function isSumOf(node: AnyNode | undefined, name: string): boolean {
  let left = node;
  while (left?.type === 'BinaryExpression') left = left.left;
  return node?.type === 'BinaryExpression' && left?.type === 'Identifier' && left.name === name;
}
