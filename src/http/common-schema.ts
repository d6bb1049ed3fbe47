import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';

/** A read-only member, which clients may send back unchanged; see `keepKnownMembers`. */
export const ReadOnly = Type.Optional(Type.Unknown({ readOnly: true }));

/** The result of a deletion. */
export const IdResponse = Type.Object({ id: Type.String() });

/** The query parameter `direction` of an ordered list. */
export const DirectionQuery = (byDefault: 'asc' | 'desc') =>
  Type.Enum(['asc', 'desc'], { default: byDefault });

/** An object or null. Unlike a union, its members are visible to the check for unknown members. */
export function NullableObject<P extends TProperties>(properties: P) {
  const schema = { ...Type.Object(properties), type: ['object', 'null'] };
  return Type.Unsafe<Static<TObject<P>> | null>(schema);
}

/** The schema with an example for the documentation. A text such as `$ZONE_ID` stands for a value of the reader. */
export function withExample<T extends TSchema>(schema: T, example: unknown): T {
  return { ...schema, examples: [example] };
}
