import { type TSchema, Type } from '../kernel/schema.ts';

/** A read-only member, which clients may send back unchanged; see `keepKnownMembers`. */
export const ReadOnly = Type.Optional(Type.Unknown({ readOnly: true }));

/** The result of a deletion. */
export const IdResponse = Type.Object({ id: Type.String() });

/** The query parameter `direction` of an ordered list. */
export const DirectionQuery = (byDefault: 'asc' | 'desc') =>
  Type.Enum(['asc', 'desc'], { default: byDefault });

/** A member that a change may leave as it is (absent), set, or set back to its default (null). */
export function Resettable<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/** The value of a resettable member; `undefined` if it stays as it is. */
export function orDefault<T>(sent: T | null | undefined, byDefault: T): T | undefined {
  return sent === null ? byDefault : sent;
}

/** The schema with an example for the documentation. A text such as `$ZONE_ID` stands for a value of the reader. */
export function withExample<T extends TSchema>(schema: T, example: unknown): T {
  return { ...schema, examples: [example] };
}
