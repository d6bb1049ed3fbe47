import type { PageViolation } from '../../../contracts/events/page-violation.ts';
import { bodyValidator, findBadText } from '../../../http/validation.ts';
import { HEX_ID_PATTERN } from '../../../kernel/hex-id.ts';
import { type Static, Type } from '../../../kernel/schema.ts';
import { END_OF_TIME, toSecondText } from '../../../kernel/timestamp.ts';
import type { ViolationReport } from './violation-read-model.ts';

const Text = Type.String();

const Message = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 200 }),
  zoneId: Type.String({ pattern: HEX_ID_PATTERN }),
  accountId: Text,
  fields: Type.Object({
    Action: Text,
    CSPDirective: Text,
    Host: Text,
    PageURL: Text,
    PolicyID: Type.String({ pattern: HEX_ID_PATTERN }),
    ResourceType: Type.Enum(['script', 'connection', 'other']),
    Timestamp: Type.Integer({ minimum: 0, exclusiveMaximum: END_OF_TIME }),
    URL: Text,
    URLContainsCDNCGIPath: Type.Boolean(),
    URLHost: Text,
  }),
  suppressed: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
});

const problemOf = bodyValidator(Message);

/** Undefined if the message is not a violation. */
export function readViolation(payload: unknown): PageViolation | undefined {
  if (problemOf(payload) ?? findBadText(payload)) return undefined;
  return payload as PageViolation;
}

const Counts = Type.Object({
  script: Type.Integer(),
  connection: Type.Integer(),
  other: Type.Integer(),
});

export const ViolationsQuery = Type.Object({
  since: Type.Optional(Type.String({ format: 'date-time' })),
  until: Type.Optional(Type.String({ format: 'date-time' })),
  bucket: Type.Enum(['hour', 'day'], { default: 'hour' }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
});

export const ViolationsResponse = Type.Object({
  policy_id: Text,
  since: Text,
  until: Text,
  bucket: Text,
  total: Type.Integer(),
  buckets: Type.Array(Type.Object({ start: Text, total: Type.Integer(), counts: Counts })),
  samples: Type.Array(
    Type.Object({
      url: Text,
      url_host: Text,
      directive: Text,
      resource_type: Text,
      action: Text,
      host: Text,
      page_url: Text,
      count: Type.Integer(),
      first_seen_at: Text,
      last_seen_at: Text,
    }),
  ),
});

export function violationsResponse(
  policyId: string,
  bucket: string,
  report: ViolationReport,
): Static<typeof ViolationsResponse> {
  return {
    policy_id: policyId,
    since: toSecondText(report.since),
    until: toSecondText(report.until),
    bucket,
    total: report.buckets.reduce((sum, { total }) => sum + total, 0),
    buckets: report.buckets.map((each) => ({ ...each, start: toSecondText(each.start) })),
    samples: report.samples.map((sample) => ({
      url: sample.url,
      url_host: sample.url_host,
      directive: sample.directive,
      resource_type: sample.resource_type,
      action: sample.action,
      host: sample.host,
      page_url: sample.page_url,
      count: sample.count,
      first_seen_at: toSecondText(sample.first_seen_at),
      last_seen_at: toSecondText(sample.last_seen_at),
    })),
  };
}
