/**
 * Builds JSON schemas with static types. The types are those of TypeBox; its builder is not used, because the package
 * loads all of its 373 files with it, which is a tenth of the time that a node takes to start.
 */
import type { Type as TypeBox } from 'typebox';

export type { Static, TObject, TProperties, TSchema } from 'typebox';

type Schema = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, Schema>>;

/** Members that may be left out. A flag on the schema itself would appear in the generated reference. */
const optional = new WeakSet<Schema>();

const schema = (...parts: readonly (Schema | undefined)[]): Schema => Object.assign({}, ...parts);

const typed = (type: string) => (options?: Schema) => schema({ type }, options);

function object(properties: Members, options?: Schema): Schema {
  const required = Object.keys(properties).filter((name) => !optional.has(properties[name] ?? {}));
  return schema(
    { type: 'object' },
    required.length > 0 ? { required } : undefined,
    { properties },
    options,
  );
}

function optionalMember(member: Schema): Schema {
  const copy = schema(member);
  optional.add(copy);
  return copy;
}

/** The same object with other members. */
function withMembers(type: Schema, change: (members: Members) => Members): Schema {
  const { type: _type, required: _required, properties, ...options } = type;
  return object(change(properties as Members), options);
}

const mapped = (members: Members, change: (member: Schema) => Schema): Members =>
  Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));

const builders = {
  Array: (items: Schema, options?: Schema) => schema({ type: 'array', items }, options),
  Boolean: typed('boolean'),
  Enum: (values: readonly unknown[], options?: Schema) => schema({ enum: values }, options),
  Integer: typed('integer'),
  Literal: (value: unknown, options?: Schema) =>
    schema({ type: typeof value, const: value }, options),
  Null: typed('null'),
  Number: typed('number'),
  Object: object,
  Omit: (type: Schema, names: readonly string[]) =>
    withMembers(type, (members) =>
      Object.fromEntries(Object.entries(members).filter(([name]) => !names.includes(name))),
    ),
  Optional: optionalMember,
  Partial: (type: Schema) => withMembers(type, (members) => mapped(members, optionalMember)),
  Record: (key: Schema, value: Schema, options?: Schema) =>
    schema(
      { type: 'object', patternProperties: { [String(key['pattern'] ?? '^.*$')]: value } },
      options,
    ),
  Required: (type: Schema) => withMembers(type, (members) => mapped(members, schema)),
  String: typed('string'),
  Tuple: (items: readonly Schema[], options?: Schema) =>
    schema({ type: 'array', additionalItems: false, items, minItems: items.length }, options),
  Union: (anyOf: readonly Schema[], options?: Schema) => schema({ anyOf }, options),
  Unknown: (options?: Schema) => schema(options),
  Unsafe: schema,
};

/** The types of TypeBox are used for the values of a schema; schema.test.ts checks that both builders make the same schemas. */
export const Type = builders as unknown as Pick<typeof TypeBox, keyof typeof builders>;
