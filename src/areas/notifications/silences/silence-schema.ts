import { ReadOnly } from '../../../http/common-schema.ts';
import { Type } from '../../../kernel/schema.ts';
import { parseTimestamp, toMicrosecondText, toShortestText } from '../../../kernel/timestamp.ts';
import type { Silence } from './silence-model.ts';

const Id = (example: string) => Type.String({ minLength: 1, maxLength: 64, examples: [example] });
const Time = (example: string) => Type.String({ format: 'date-time', examples: [example] });

const range = { start_time: Time('2030-01-31T20:00:00Z'), end_time: Time('2030-01-31T23:00:00Z') };
const bounds = { minItems: 1, maxItems: 100 };

export const SilencesBody = Type.Array(
  Type.Object({
    policy_id: Id('$POLICY_ID'),
    ...range,
    id: ReadOnly,
    created_at: ReadOnly,
    updated_at: ReadOnly,
  }),
  bounds,
);

export const SilenceChangesBody = Type.Array(
  Type.Object({
    id: Id('$SILENCE_ID'),
    start_time: Type.Optional(range.start_time),
    end_time: Type.Optional(range.end_time),
    policy_id: ReadOnly,
    created_at: ReadOnly,
    updated_at: ReadOnly,
  }),
  bounds,
);

export const SilenceResponse = Type.Object({
  id: Type.String(),
  policy_id: Type.String(),
  start_time: Type.String(),
  end_time: Type.String(),
  created_at: Type.String(),
  updated_at: Type.String(),
});

export function silenceResponse(silence: Silence) {
  return {
    id: silence.id,
    policy_id: silence.policyId,
    start_time: toShortestText(silence.startAt),
    end_time: toShortestText(silence.endAt),
    created_at: toMicrosecondText(silence.createdAt),
    updated_at: toMicrosecondText(silence.updatedAt),
  };
}

/** The schema has validated the time. */
export const timeOf = (text: string) => parseTimestamp(text) ?? Number.NaN;
