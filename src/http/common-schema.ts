import { type TSchema, Type } from '../kernel/schema.ts';

/** A read-only member, which clients may send back unchanged; see `keepKnownMembers`. */
export const ReadOnly = Type.Optional(Type.Unknown({ readOnly: true }));

/** The result of a deletion. */
export const IdResponse = Type.Object({ id: Type.String() });

/** The query parameter `direction` of an ordered list. */
export const DirectionQuery = (byDefault: 'asc' | 'desc') =>
  Type.Enum(['asc', 'desc'], { default: byDefault });

/** A member that a change may keep (absent), set, or reset to its default (null). */
export function Resettable<T extends TSchema>(schema: T) {
  return Type.Optional(Type.Union([schema, Type.Null()]));
}

/** The value of a resettable member; `undefined` if it is kept. */
export function orDefault<T>(sent: T | null | undefined, byDefault: T): T | undefined {
  return sent === null ? byDefault : sent;
}

/** Adds an example for the documentation. A text such as `$ZONE_ID` is a placeholder that readers replace. */
export function withExample<T extends TSchema>(schema: T, example: unknown): T {
  return { ...schema, examples: [example] };
}
