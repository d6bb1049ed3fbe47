/** How compiled expressions read a request, which is of any type. */
import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import { standardFunctions } from '../functions/standard-functions.ts';
import type { Value } from '../value.ts';

export type Getter<Request> = (request: Request) => Value | undefined;
export type Matcher = (value: Value) => boolean;

export interface Accessors<Request> {
  /** Called at compile time, once per use of a field; undefined means that the field is always missing. */
  field(name: string): Getter<Request> | undefined;
  /** Called at compile time, once per use of a list; undefined means that the list is empty. */
  list(name: string): Matcher | undefined;
  /** Called at compile time, once per use of a function with `needsContext`; undefined means that its result is always missing. */
  contextValue?(name: string, subject: string): Getter<Request> | undefined;
  /** Functions that are added to the standard ones, or replace them. */
  readonly functions?: ReadonlyMap<string, FunctionDefinition>;
}

const standard = new Map(standardFunctions.map((definition) => [definition.name, definition]));

export function findFunction<Request>(
  accessors: Accessors<Request>,
  name: string,
): FunctionDefinition {
  const definition = accessors.functions?.get(name) ?? standard.get(name);
  if (!definition) throw brokenTree(`unknown function ${name}`);
  return definition;
}

/** For a tree that the parser of this version did not make: it is refused when compiled, not ignored when run. */
export function brokenTree(problem: string): PalisadeError {
  return new PalisadeError('expression_tree_invalid', `cannot compile the expression: ${problem}`);
}
