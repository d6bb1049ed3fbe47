/** How compiled expressions reach a request, whatever a request is to the caller. */
import { PalisadeError } from '../../kernel/palisade-error.ts';
import type { FunctionDefinition } from '../function-definition.ts';
import { standardFunctions } from '../functions/standard-functions.ts';
import type { Value } from '../value.ts';

export type Getter<Request> = (request: Request) => Value | undefined;
export type Matcher = (value: Value) => boolean;

export interface Accessors<Request> {
  /** Asked once per use of a field, at compile time; undefined makes the field missing always. */
  field(name: string): Getter<Request> | undefined;
  /** Asked once per use of a list; undefined makes the list empty. */
  list(name: string): Matcher | undefined;
  /** Asked once per use of a function that `asksRequest`; undefined makes its result missing always. */
  ask?(name: string, subject: string): Getter<Request> | undefined;
  /** Functions beside or instead of the standard ones. */
  readonly functions?: ReadonlyMap<string, FunctionDefinition>;
}

const standard = new Map(standardFunctions.map((definition) => [definition.name, definition]));

export function findFunction<Request>(
  accessors: Accessors<Request>,
  name: string,
): FunctionDefinition {
  const definition = accessors.functions?.get(name) ?? standard.get(name);
  if (!definition) throw brokenTree(`function ${name} is not known`);
  return definition;
}

/** For a tree that no parser of this version made: refused when compiled, not ignored when run. */
export function brokenTree(problem: string): PalisadeError {
  return new PalisadeError('expression_tree_invalid', `cannot compile the expression: ${problem}`);
}
