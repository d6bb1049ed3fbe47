import type { AnyNode } from 'acorn';
import type { Bindings } from '../tree/bindings.ts';
import { functionOf } from '../tree/known-calls.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';
import { mayBeConstant } from './const-code.ts';

/** Finds functions of the script that may be evaluated, and caches those that cannot. */
export class ConstFunctions {
  readonly #tree: SyntaxTree;
  readonly #bindings: Bindings;
  readonly #rejected = new Set<number>();

  constructor(tree: SyntaxTree, bindings: Bindings) {
    this.#tree = tree;
    this.#bindings = bindings;
  }

  /** The function that is called, unless it cannot be constant. */
  calledBy(callee: AnyNode): number | undefined {
    const number = this.#tree.numberOf(callee);
    if (callee.type !== 'Identifier' && !this.#tree.isFunction(number)) return undefined;
    const called = functionOf(this.#tree, this.#bindings, number);
    if (called === undefined || this.#rejected.has(called)) return undefined;
    if (this.#tree.isFunction(called) && mayBeConstant(this.#tree, called)) return called;
    this.#rejected.add(called);
    return undefined;
  }

  /** The function that is passed as a callback. */
  at(node: AnyNode): number | undefined {
    const called = functionOf(this.#tree, this.#bindings, this.#tree.numberOf(node));
    return called !== undefined && this.#tree.isFunction(called) ? called : undefined;
  }

  reject(called: number): void {
    this.#rejected.add(called);
  }
}
