/** What a function of the language is: data for the checker, and a factory for the running part. */
import type { ExpressionLimits } from './limits.ts';
import type { Value } from './value.ts';
import type { ValueType } from './value-type.ts';

/** A type, or any array or any map, or anything. */
export type TypePattern =
  | 'String'
  | 'Int'
  | 'IP'
  | 'Bool'
  | 'Array'
  | 'Map'
  | 'Array<Bool>'
  | 'Array<String>';

export interface Parameter {
  readonly name: string;
  readonly types: readonly TypePattern[];
  /** `field`: computed from the request; `literal`: known when the expression is read. */
  readonly kind: 'field' | 'literal' | 'either';
  readonly optional?: true;
  /** May be repeated; only the last parameter. */
  readonly rest?: true;
}

/** An argument as the checker sees it; `literal` when its value is known already. */
export interface CheckedArgument {
  readonly type: ValueType;
  readonly literal: Value | undefined;
}

/** What the expression may still spend, for functions whose literals cost something. */
export interface Budget {
  readonly limits: ExpressionLimits;
  /** Checks a pattern and counts it; says what is wrong with it or with the sum. */
  readonly takePattern: (text: string) => string | undefined;
}

export interface FunctionDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly result: (types: readonly ValueType[]) => ValueType;
  /** Where it may be used; everywhere when absent. */
  readonly phases?: readonly string[];
  /** Nothing here can compute it: its result is always missing. */
  readonly isUnfilled?: true;
  /**
   * Asks something about the request that is in no field; the one argument, a literal, says what. The accessors
   * compute it, and its own running part is for those that cannot.
   */
  readonly asksRequest?: true;
  /** Counts against the limit of regular expressions. */
  readonly takesPattern?: true;
  /** Counts against the limit of replacing calls. */
  readonly replaces?: true;
  /** The running part sees missing arguments; otherwise a missing argument makes the result missing. */
  readonly takesMissing?: true;
  /**
   * Complains about the argument at `index`, given those before it too: a literal out of range, or types that do
   * not go together.
   */
  readonly complain?: (
    args: readonly CheckedArgument[],
    index: number,
    budget: Budget,
  ) => string | undefined;
  /**
   * Makes the running part, once per use; `literals` are the arguments known by now. The parameters
   * of the running part are of the declared types: the checker has seen to that.
   */
  readonly prepare: (
    literals: readonly (Value | undefined)[],
    types: readonly ValueType[],
  ) => (...args: never[]) => Value | undefined;
}
