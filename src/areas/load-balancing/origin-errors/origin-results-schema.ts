import { MAX_ZONES, type OriginResults } from '../../../contracts/events/origin-results.ts';
import { bodyValidator } from '../../../http/validation.ts';
import { HEX_ID_PATTERN } from '../../../kernel/hex-id.ts';
import { Type } from '../../../kernel/schema.ts';
import { END_OF_TIME } from '../../../kernel/timestamp.ts';

const Count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });

const Message = Type.Object({
  at: Type.Integer({ minimum: 0, exclusiveMaximum: END_OF_TIME }),
  zones: Type.Array(Type.Tuple([Type.String({ pattern: HEX_ID_PATTERN }), Count, Count]), {
    maxItems: MAX_ZONES,
  }),
});

const problemOf = bodyValidator(Message);

/** Undefined if the message has another form. */
export function readOriginResults(payload: unknown): OriginResults | undefined {
  return problemOf(payload) ? undefined : (payload as OriginResults);
}
