/** A function of the language: data for the checker, and a factory for the function that runs. */
import type { ExpressionLimits } from './limits.ts';
import type { Value } from './value.ts';
import type { ValueType } from './value-type.ts';

/** A type, any array, any map, or any value. */
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
  /** `field`: computed from the request; `literal`: known at parse time. */
  readonly kind: 'field' | 'literal' | 'either';
  readonly optional?: true;
  /** May be repeated; only the last parameter. */
  readonly rest?: true;
}

/** An argument as the checker sees it; `literal` is its value if that is known at parse time. */
export interface CheckedArgument {
  readonly type: ValueType;
  readonly literal: Value | undefined;
}

/** The remaining budget of an expression, for functions with patterns. */
export interface Budget {
  readonly limits: ExpressionLimits;
  /** Checks a pattern and adds its size; returns the problem if it, or the total, is over a limit or invalid. */
  readonly takePattern: (text: string) => string | undefined;
}

export interface FunctionDefinition {
  readonly name: string;
  readonly description: string;
  readonly parameters: readonly Parameter[];
  readonly result: (types: readonly ValueType[]) => ValueType;
  /** Where it may be used; everywhere when absent. */
  readonly phases?: readonly string[];
  /** Palisade has no data for it: its result is always missing. */
  readonly isUnfilled?: true;
  /**
   * Depends on data of the request that is in no field; its only argument, a literal, is the subject. The accessors
   * compute it (`Accessors.contextValue`), and `prepare` is not called.
   */
  readonly needsContext?: true;
  /** Counts against the limit of regular expressions. */
  readonly takesPattern?: true;
  /** Counts against the limit of replacement calls. */
  readonly replaces?: true;
  /** The function receives missing arguments; otherwise a missing argument makes the result missing. */
  readonly takesMissing?: true;
  /**
   * Returns the problem of the argument at `index`, given the arguments before it: a literal out of range, or
   * incompatible types.
   */
  readonly complain?: (
    args: readonly CheckedArgument[],
    index: number,
    budget: Budget,
  ) => string | undefined;
  /**
   * Makes the function that runs, once per use; `literals` are the arguments that are known at compile time. Its
   * parameters have the declared types, as the checker guarantees.
   */
  readonly prepare: (
    literals: readonly (Value | undefined)[],
    types: readonly ValueType[],
  ) => (...args: never[]) => Value | undefined;
}
