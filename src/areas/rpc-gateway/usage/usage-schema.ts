import { type GatewayUsage, MAX_COUNTS } from '../../../contracts/events/gateway-usage.ts';
import { bodyValidator } from '../../../http/validation.ts';
import { HEX_ID_PATTERN } from '../../../kernel/hex-id.ts';
import { Type } from '../../../kernel/schema.ts';
import { END_OF_TIME, toMicrosecondText } from '../../../kernel/timestamp.ts';
import type { Usage } from './usage-model.ts';

const Message = Type.Object({
  at: Type.Integer({ minimum: 0, exclusiveMaximum: END_OF_TIME }),
  counts: Type.Array(
    Type.Tuple([
      Type.String({ pattern: HEX_ID_PATTERN }),
      Type.Integer({ minimum: 100, maximum: 599 }),
      Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    ]),
    { maxItems: MAX_COUNTS },
  ),
});

const problemOf = bodyValidator(Message);

/** Undefined if the message is invalid. */
export function readGatewayUsage(payload: unknown): GatewayUsage | undefined {
  return problemOf(payload) ? undefined : (payload as GatewayUsage);
}

export const UsageResponse = Type.Object({
  since: Type.String(),
  requests: Type.Integer(),
  errors: Type.Integer(),
  statuses: Type.Array(Type.Object({ status: Type.Integer(), requests: Type.Integer() })),
  hours: Type.Array(
    Type.Object({ start: Type.String(), requests: Type.Integer(), errors: Type.Integer() }),
  ),
});

export function usageResponse({ since, requests, errors, byStatus, hours }: Usage) {
  const statuses = [...byStatus].sort(([a], [b]) => a - b);
  return {
    since: toMicrosecondText(since),
    requests,
    errors,
    statuses: statuses.map(([status, count]) => ({ status, requests: count })),
    hours: hours.map(({ hourAt, ...counts }) => ({ start: toMicrosecondText(hourAt), ...counts })),
  };
}
