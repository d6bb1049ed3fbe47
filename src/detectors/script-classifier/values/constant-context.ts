import type { AnyNode, MemberExpression } from 'acorn';
import type { ConstInterpreter } from '../const-eval/const-interpreter.ts';
import type { Constant } from '../const-eval/constant.ts';
import type { Bindings } from '../tree/bindings.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';

/** Variables and members that are followed from an expression; values further away are unknown. */
export const MAX_STEPS = 40;

/** The interface between the parts of the constant reader. */
export interface ConstantContext {
  readonly tree: SyntaxTree;
  readonly bindings: Bindings;
  readonly interpreter: ConstInterpreter;
  /** `steps` counts the variables and members that have been followed so far. */
  constant(node: AnyNode | undefined | null, steps: number): Constant | undefined;
  property(node: MemberExpression): string | undefined;
  path(node: AnyNode, steps: number): string;
}
