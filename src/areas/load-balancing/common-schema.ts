import { type Static, type TObject, type TProperties, Type } from 'typebox';
import { toMicrosecondText } from '../../kernel/timestamp.ts';

/** Pieces that several resources of this area share. */
export const ReadOnly = Type.Optional(Type.Unknown({ readOnly: true }));

export const resourceReadOnly = { id: ReadOnly, created_on: ReadOnly, modified_on: ReadOnly };

export const resourceResponse = {
  id: Type.String(),
  created_on: Type.String(),
  modified_on: Type.String(),
};

export const IdResponse = Type.Object({ id: Type.String() });

export const ReferenceResponse = Type.Object({
  reference_type: Type.Enum(['referral', 'referrer']),
  resource_type: Type.Enum(['load_balancer', 'monitor', 'pool']),
  resource_id: Type.String(),
  resource_name: Type.String(),
});

/** An object, or null for none. Unlike a union it shows its members to the check for unknown ones. */
export function NullableObject<P extends TProperties>(properties: P) {
  const schema = { ...Type.Object(properties), type: ['object', 'null'] };
  return Type.Unsafe<Static<TObject<P>> | null>(schema);
}

/** The members that the server adds to every document. */
export function resourceMembers(record: {
  readonly id: string;
  readonly createdAt: number;
  readonly modifiedAt: number;
}) {
  return {
    id: record.id,
    created_on: toMicrosecondText(record.createdAt),
    modified_on: toMicrosecondText(record.modifiedAt),
  };
}
