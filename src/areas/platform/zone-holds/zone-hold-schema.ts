import { ApiError } from '../../../http/api-error.ts';
import { ReadOnly, Resettable, withExample } from '../../../http/common-schema.ts';
import { Type } from '../../../kernel/schema.ts';
import { parseTimestamp, toShortestText } from '../../../kernel/timestamp.ts';
import { isHeld, type ZoneHold } from './zone-hold-model.ts';

/** Some clients send the members in the query, some in the body. */
export const HoldCreateQuery = Type.Object({
  include_subdomains: Type.Optional(Type.Boolean()),
  hold_after: Type.Optional(Type.String({ maxLength: 64 })),
});

export const HoldCreateBody = withExample(
  Type.Object({
    include_subdomains: Type.Optional(Type.Boolean()),
    hold_after: Type.Optional(Type.String({ maxLength: 64 })),
    hold: ReadOnly,
  }),
  {},
);

export const HoldReleaseQuery = Type.Object({
  hold_after: Type.Optional(Type.String({ maxLength: 64 })),
});

/** An empty time stands for now. Null ends the hold. */
export const HoldPatchBody = withExample(
  Type.Object({
    hold_after: Resettable(Type.String({ maxLength: 64 })),
    include_subdomains: Resettable(Type.Boolean()),
    hold: ReadOnly,
  }),
  { include_subdomains: true },
);

export const HoldResponse = Type.Object({
  hold: Type.Boolean(),
  include_subdomains: Type.Boolean(),
  hold_after: Type.Optional(Type.String()),
});

export function holdResponse(hold: ZoneHold, now: number) {
  return {
    hold: isHeld(hold, now),
    include_subdomains: hold.includeSubdomains,
    ...(hold.holdAfter !== null && { hold_after: toShortestText(hold.holdAfter) }),
  };
}

/** The time that a body or a query names. */
export function readHoldAfter(text: string, source: 'body' | 'query'): number {
  const time = parseTimestamp(text);
  if (time !== undefined) return time;
  const expected = 'must be a time such as 2026-01-31T12:00:00Z';
  throw source === 'body'
    ? new ApiError(
        'invalidBody',
        { problem: `"/hold_after" ${expected}` },
        { pointer: '/hold_after' },
      )
    : new ApiError('invalidQuery', { problem: `the parameter "hold_after" ${expected}` });
}
