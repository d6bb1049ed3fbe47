import type { AnyNode, MemberExpression } from 'acorn';
import type { Constant } from '../const-eval/constant.ts';
import type { Bindings } from '../tree/bindings.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';
import { ConstantReader } from './constant-reader.ts';
import { PathReader } from './path-reader.ts';

/** Reads constants and paths from expressions without running them. */
export class ValueReader {
  readonly #constants: ConstantReader;
  readonly #paths: PathReader;

  constructor(tree: SyntaxTree, bindings: Bindings) {
    // They depend on each other: `window['at' + 'ob']('…')`.
    this.#constants = new ConstantReader(tree, bindings, (node, steps) =>
      this.#paths.path(node, steps),
    );
    this.#paths = new PathReader(tree, bindings, this.#constants);
  }

  constant(node: AnyNode | undefined | null): Constant | undefined {
    return this.#constants.constant(node);
  }

  text(node: AnyNode | undefined | null): string | undefined {
    return this.#constants.text(node);
  }

  /** All strings that an expression may have: the items of a list, all values of a variable. */
  texts(node: AnyNode | undefined | null): readonly string[] {
    return this.#constants.texts(node);
  }

  /** Name of the property that a member expression reads or writes. */
  property(node: MemberExpression): string | undefined {
    return this.#constants.property(node);
  }

  /** Names joined by dots; `?` is an unknown part, `<x>` an element or a created object. */
  path(node: AnyNode | undefined | null): string {
    return this.#paths.path(node);
  }

  /** The expression whose elements call the function around `this`: `list` in `list.each(function () { this; })`. */
  callerOf(number: number): AnyNode | undefined {
    return this.#paths.callerOf(number);
  }
}
