import type { AnyNode } from 'acorn';
import type { Binding, Bindings } from '../tree/bindings.ts';
import type { SyntaxTree } from '../tree/syntax-tree.ts';
import type { ConstFunctions } from './const-functions.ts';
import type { ConstRun } from './const-run.ts';
import type { ConstValue } from './const-values.ts';

export type Variables = Map<Binding, ConstValue>;

/** What the parts of the interpreter ask each other for: each of them needs all others. */
export interface Evaluator {
  readonly tree: SyntaxTree;
  readonly bindings: Bindings;
  readonly functions: ConstFunctions;
  readonly run: ConstRun;
  expression(node: AnyNode, variables: Variables): ConstValue;
  list(elements: readonly (AnyNode | null)[], variables: Variables): ConstValue[];
  assign(target: AnyNode, value: ConstValue, variables: Variables): void;
  /** Runs a function; callbacks write to the variables around them, other functions have their own. */
  call(called: number, args: readonly ConstValue[], around?: Variables): ConstValue;
}
