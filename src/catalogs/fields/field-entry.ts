/** One field of the expression language: a row of data, not the way to its value. */
export type FieldTypeText =
  | 'String'
  | 'Int'
  | 'IP'
  | 'Bool'
  | 'Array<String>'
  | 'Array<Int>'
  | 'Array<Array<String>>'
  | 'Map<Array<String>>';

export interface FieldEntry {
  readonly name: string;
  readonly type: FieldTypeText;
  /** Whether the value is known with the request, with the response only, or on both sides. */
  readonly side: 'request' | 'response' | 'both';
  readonly description: string;
  /** The phases that may use it; all of its side when absent. */
  readonly phases?: readonly string[];
  /** An older name of another field. */
  readonly aliasOf?: string;
  /** Holds a host name. */
  readonly hostname?: boolean;
  /** Nothing here finds it out: it is missing in every request. */
  readonly isUnfilled?: boolean;
}

/** A field that the language has and this platform no source for. */
export function unfilled<const Entry extends FieldEntry>(entry: Entry) {
  return { ...entry, isUnfilled: true } as const;
}

/** A field known on both sides; the name stays a literal type, so that extractors can be checked. */
export function both<const Name extends string, const Type extends FieldTypeText>(
  name: Name,
  type: Type,
  description: string,
) {
  return { name, type, side: 'both', description } as const;
}

/** A field that only request phases know. */
export function request<const Name extends string, const Type extends FieldTypeText>(
  name: Name,
  type: Type,
  description: string,
) {
  return { name, type, side: 'request', description } as const;
}
