import type { AnyNode, MemberExpression } from 'acorn';
import type { Constant } from '../const-eval/constant.ts';
import type { Bindings } from '../tree/bindings.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';
import { ConstantReader } from './constant-reader.ts';
import { PathReader } from './path-reader.ts';

/** Says what expressions stand for without running them: constants, and paths of names. */
export class ValueReader {
  readonly #constants: ConstantReader;
  readonly #paths: PathReader;

  constructor(tree: SyntaxTree, bindings: Bindings) {
    // Each needs the other: `window['at' + 'ob']('…')`.
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

  /** Texts that an expression may stand for: all in a list, all that a variable gets. */
  texts(node: AnyNode | undefined | null): readonly string[] {
    return this.#constants.texts(node);
  }

  /** Name of the property that a member expression reads or writes. */
  property(node: MemberExpression): string | undefined {
    return this.#constants.property(node);
  }

  /** Names joined by dots; `?` stands for what is not known, `<x>` for an element or object made. */
  path(node: AnyNode | undefined | null): string {
    return this.#paths.path(node);
  }

  /** What the function around `this` was handed to, when that calls it for one element after the other. */
  callerOf(number: number): AnyNode | undefined {
    return this.#paths.callerOf(number);
  }
}
