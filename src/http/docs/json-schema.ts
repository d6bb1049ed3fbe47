/** The part of JSON Schema that route tables use; see `Route`. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
  readonly readOnly?: boolean;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly JsonSchema[];
  readonly format?: string;
  readonly pattern?: string;
  /** What the pattern accepts, in words. */
  readonly 'x-expected'?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly patternProperties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
}

/** Alternatives without null. */
export function valueAlternatives(schema: JsonSchema): readonly JsonSchema[] {
  return (schema.anyOf ?? [schema]).filter(({ type }) => type !== 'null');
}

/** Members that clients write; read-only members are ignored in a body. */
export function writableMembers({ properties = {} }: JsonSchema): [string, JsonSchema][] {
  return Object.entries(properties).filter(([, member]) => !member.readOnly);
}

/** The schema of the values of a map. */
export function freeMembers({ patternProperties = {} }: JsonSchema): JsonSchema | undefined {
  return Object.values(patternProperties)[0];
}
