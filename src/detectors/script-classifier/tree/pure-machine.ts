import type { AnyNode } from 'acorn';
import type { Binding, Bindings } from './bindings.ts';
import type { PureFunctions } from './pure-functions.ts';
import type { PureRun } from './pure-run.ts';
import type { PureValue } from './pure-values.ts';
import type { SyntaxTree } from './syntax-tree.ts';

export type Variables = Map<Binding, PureValue>;

/** What the parts of the interpreter ask each other for: each of them needs all others. */
export interface PureMachine {
  readonly tree: SyntaxTree;
  readonly bindings: Bindings;
  readonly functions: PureFunctions;
  readonly run: PureRun;
  expression(node: AnyNode, variables: Variables): PureValue;
  list(elements: readonly (AnyNode | null)[], variables: Variables): PureValue[];
  assign(target: AnyNode, value: PureValue, variables: Variables): void;
  /** Runs a function; callbacks write to the variables around them, other functions have their own. */
  call(called: number, args: readonly PureValue[], around?: Variables): PureValue;
}
