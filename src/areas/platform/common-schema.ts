import { Type } from 'typebox';

/** Pieces that several resources of this area share. */
export const DirectionQuery = Type.Enum(['asc', 'desc'], { default: 'asc' });

export const IdResponse = Type.Object({ id: Type.String() });
