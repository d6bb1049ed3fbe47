/**
 * The names that an expression may use. The engine has no built-in fields: fields come from a catalog,
 * lists from an account, and both are declared here before anything is parsed.
 */
import type { FunctionDefinition } from './function-definition.ts';
import { standardFunctions } from './functions/standard-functions.ts';
import { parseType, type ValueType } from './value-type.ts';

export interface FieldDeclaration {
  readonly name: string;
  /** `String`, `Map<Array<String>>` and so on. */
  readonly type: string;
  /** Whether the value is available with the request, with the response only, or with both. */
  readonly side: 'request' | 'response' | 'both';
  readonly description: string;
  /** The phases that may use it; if absent, all phases of its side. */
  readonly phases?: readonly string[];
  /** The canonical name, if this is an older one; the tree contains the canonical name. */
  readonly aliasOf?: string;
  /** The value is a host name, which `lenientHost` accepts without quotes. */
  readonly hostname?: boolean;
  /** The value is a whole URL, which can be looked up in lists of redirects. */
  readonly url?: boolean;
}

export const listKinds = ['ip', 'asn', 'hostname', 'redirect'] as const;
export type ListKind = (typeof listKinds)[number];

export interface SchemeField extends Omit<FieldDeclaration, 'type'> {
  readonly type: ValueType;
}

export interface Scheme {
  readonly fields: ReadonlyMap<string, SchemeField>;
  readonly functions: ReadonlyMap<string, FunctionDefinition>;
  readonly lists: ReadonlyMap<string, ListKind>;
}

export interface SchemeInput {
  readonly fields: readonly FieldDeclaration[];
  readonly functions?: readonly FunctionDefinition[];
  readonly lists?: ReadonlyMap<string, ListKind>;
}

/** Builds a scheme; a name declared twice, or an alias of an undeclared field, is a programming error. */
export function createScheme(input: SchemeInput): Scheme {
  const fields = new Map<string, SchemeField>();
  for (const field of input.fields) {
    refuseDuplicate(fields, field.name);
    fields.set(field.name, { ...field, type: parseType(field.type) });
  }
  for (const { name, aliasOf } of input.fields) {
    if (aliasOf !== undefined && !fields.has(aliasOf)) {
      throw new TypeError(`field ${name} is an alias of ${aliasOf}, which is not declared`);
    }
  }
  const functions = new Map<string, FunctionDefinition>();
  for (const definition of input.functions ?? standardFunctions) {
    refuseDuplicate(functions, definition.name);
    if (fields.has(definition.name)) throw new TypeError(`${definition.name} is a field already`);
    functions.set(definition.name, definition);
  }
  return { fields, functions, lists: input.lists ?? new Map() };
}

/** The same scheme with other lists; fields and functions are shared. */
export function withLists(scheme: Scheme, lists: ReadonlyMap<string, ListKind>): Scheme {
  return { ...scheme, lists };
}

function refuseDuplicate(known: ReadonlyMap<string, unknown>, name: string): void {
  if (known.has(name)) throw new TypeError(`${name} is declared twice`);
}
