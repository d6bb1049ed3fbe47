import { serviceOf } from '../../catalogs/security-events.ts';
import type { FirewallEvent } from '../../contracts/events/firewall-event.ts';
import { bodyValidator } from '../../http/validation.ts';
import type { BucketName, TimeRange } from '../../kernel/counts/time-buckets.ts';
import { HEX_ID_PATTERN } from '../../kernel/hex-id.ts';
import { Type } from '../../kernel/schema.ts';
import { END_OF_TIME } from '../../kernel/timestamp.ts';
import type { TimeBucket } from './filled-buckets.ts';
import type { SecurityEvent } from './security-event-model.ts';

const Text = Type.String();
const Status = Type.Integer({ minimum: 0, maximum: 999 });

/** The members that a stored event must have. Further members are kept. */
const Message = Type.Object({
  id: Type.String({ minLength: 1 }),
  zoneId: Type.String({ pattern: HEX_ID_PATTERN }),
  accountId: Text,
  rulesetId: Text,
  fields: Type.Object({
    Action: Text,
    Source: Text,
    RuleID: Text,
    Ref: Text,
    Description: Text,
    Kind: Text,
    MatchIndex: Type.Integer(),
    Metadata: Type.Object({}),
    RayID: Text,
    OriginatorRayID: Text,
    Datetime: Type.Integer({ minimum: 0, exclusiveMaximum: END_OF_TIME }),
    ClientIP: Text,
    ClientCountry: Type.Optional(Text),
    ClientASN: Type.Optional(Type.Integer({ minimum: 0 })),
    ClientASNDescription: Type.Optional(Text),
    ClientRequestHost: Text,
    ClientRequestMethod: Text,
    ClientRequestPath: Text,
    ClientRequestProtocol: Text,
    ClientRequestQuery: Text,
    ClientRequestScheme: Text,
    ClientRequestUserAgent: Text,
    ClientRefererHost: Text,
    ClientRefererPath: Text,
    ClientRefererQuery: Text,
    ClientRefererScheme: Text,
    EdgeResponseStatus: Status,
    OriginResponseStatus: Status,
  }),
});

const problemOf = bodyValidator(Message);

/** Undefined if the message is not an event. */
export function readEvent(payload: unknown): FirewallEvent | undefined {
  return problemOf(payload) === undefined ? (payload as FirewallEvent) : undefined;
}

export const EventResponse = Type.Object({
  id: Text,
  datetime: Type.String({ format: 'date-time' }),
  action: Text,
  source: Text,
  service: Text,
  kind: Text,
  rule_id: Text,
  ruleset_id: Text,
  ref: Text,
  description: Text,
  match_index: Type.Integer(),
  metadata: Type.Object({}, { additionalProperties: true }),
  ray_id: Text,
  originator_ray_id: Text,
  client: Type.Object({
    ip: Text,
    country: Type.Optional(Text),
    asn: Type.Optional(Type.Integer({ minimum: 0 })),
    asn_description: Type.Optional(Text),
    user_agent: Text,
    referer: Type.Object({ scheme: Text, host: Text, path: Text, query: Text }),
  }),
  request: Type.Object({
    method: Text,
    scheme: Text,
    host: Text,
    path: Text,
    query: Text,
    protocol: Text,
  }),
  response: Type.Object({ edge_status: Status, origin_status: Status }),
});

export function eventResponse({ id, rulesetId, fields }: SecurityEvent) {
  return {
    id,
    datetime: new Date(fields.Datetime).toISOString(),
    action: fields.Action,
    source: fields.Source,
    service: serviceOf(fields.Source),
    kind: fields.Kind,
    rule_id: fields.RuleID,
    ruleset_id: rulesetId,
    ref: fields.Ref,
    description: fields.Description,
    match_index: fields.MatchIndex,
    metadata: fields.Metadata,
    ray_id: fields.RayID,
    originator_ray_id: fields.OriginatorRayID,
    client: {
      ip: fields.ClientIP,
      country: fields.ClientCountry,
      asn: fields.ClientASN,
      asn_description: fields.ClientASNDescription,
      user_agent: fields.ClientRequestUserAgent,
      referer: {
        scheme: fields.ClientRefererScheme,
        host: fields.ClientRefererHost,
        path: fields.ClientRefererPath,
        query: fields.ClientRefererQuery,
      },
    },
    request: {
      method: fields.ClientRequestMethod,
      scheme: fields.ClientRequestScheme,
      host: fields.ClientRequestHost,
      path: fields.ClientRequestPath,
      query: fields.ClientRequestQuery,
      protocol: fields.ClientRequestProtocol,
    },
    response: {
      edge_status: fields.EdgeResponseStatus,
      origin_status: fields.OriginResponseStatus,
    },
  };
}

const Count = Type.Integer({ minimum: 0 });
const Time = Type.String({ format: 'date-time' });

export const SeriesResponse = Type.Object({
  bucket: Text,
  by: Text,
  since: Time,
  until: Time,
  total: Count,
  buckets: Type.Array(Type.Object({ start: Time, total: Count, counts: Type.Record(Text, Count) })),
});

export function seriesResponse(
  range: TimeRange,
  bucket: BucketName,
  by: string,
  buckets: readonly TimeBucket[],
) {
  return {
    bucket,
    by,
    since: new Date(range.since).toISOString(),
    until: new Date(range.until).toISOString(),
    total: buckets.reduce((sum, { total }) => sum + total, 0),
    buckets: buckets.map((each) => ({ ...each, start: new Date(each.start).toISOString() })),
  };
}

export const TopResponse = Type.Object({
  by: Text,
  /** False if there were too many distinct values: the counts are lower bounds then. */
  exact: Type.Boolean(),
  items: Type.Array(
    Type.Object({
      value: Text,
      count: Count,
      ruleset_id: Type.Optional(Text),
      description: Type.Optional(Text),
    }),
  ),
});
