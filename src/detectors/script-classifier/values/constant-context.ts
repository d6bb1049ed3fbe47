import type { AnyNode, MemberExpression } from 'acorn';
import type { ConstInterpreter } from '../const-eval/const-interpreter.ts';
import type { Constant } from '../const-eval/constant.ts';
import type { Bindings } from '../tree/bindings.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';

/** Variables and members that are followed from an expression; what is further away is unknown. */
export const MAX_STEPS = 40;

/** What the parts of the constant reader ask each other for. */
export interface ConstantContext {
  readonly tree: SyntaxTree;
  readonly bindings: Bindings;
  readonly interpreter: ConstInterpreter;
  /** `steps` counts the variables and members that were followed so far. */
  constant(node: AnyNode | undefined | null, steps: number): Constant | undefined;
  property(node: MemberExpression): string | undefined;
  path(node: AnyNode, steps: number): string;
}
