import { type Static, type TObject, type TProperties, Type } from 'typebox';

/** A member that clients may send back as they have read it; see `keepKnownMembers`. */
export const ReadOnly = Type.Optional(Type.Unknown({ readOnly: true }));

/** The result of a deletion. */
export const IdResponse = Type.Object({ id: Type.String() });

/** The query parameter `direction` of an ordered list. */
export const DirectionQuery = (byDefault: 'asc' | 'desc') =>
  Type.Enum(['asc', 'desc'], { default: byDefault });

/** An object, or null for none. Unlike a union it shows its members to the check for unknown ones. */
export function NullableObject<P extends TProperties>(properties: P) {
  const schema = { ...Type.Object(properties), type: ['object', 'null'] };
  return Type.Unsafe<Static<TObject<P>> | null>(schema);
}
