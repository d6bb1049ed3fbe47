/** The topic on which the edge publishes every request of a zone when it has ended. */
export const HTTP_REQUESTS_TOPIC = 'http-requests';

/**
 * One request as the edge saw it. Members of `fields` are named like those of the `http_requests`
 * dataset; fields that an edge without a view of the network cannot know are absent (see
 * docs/edge.md). Times are milliseconds since the epoch.
 */
export interface HttpRequestEvent {
  readonly zoneId: string;
  readonly accountId: string;
  readonly fields: HttpRequestFields;
}

export type HttpRequestFields = PlainFields & RuleFields;

/** Fields of every request. */
export interface PlainFields {
  readonly RayID: string;
  readonly EdgeStartTimestamp: number;
  readonly EdgeEndTimestamp: number;
  readonly ZoneName: string;
  readonly ClientIP: string;
  readonly ClientSrcPort: number;
  readonly ClientDeviceType: 'desktop' | 'mobile' | 'tablet' | 'unknown';
  readonly ClientRequestBytes: number;
  readonly ClientRequestHost: string;
  readonly ClientRequestMethod: string;
  readonly ClientRequestPath: string;
  readonly ClientRequestProtocol: string;
  readonly ClientRequestReferer: string;
  readonly ClientRequestScheme: 'http' | 'https';
  readonly ClientRequestSource: 'eyeball';
  readonly ClientRequestURI: string;
  readonly ClientRequestUserAgent: string;
  readonly ClientXRequestedWith: string;
  readonly ClientSSLCipher: string;
  readonly ClientSSLProtocol: string;
  readonly CacheCacheStatus: 'dynamic';
  readonly EdgeRequestHost: string;
  readonly EdgeResponseBodyBytes: number;
  readonly EdgeResponseBytes: number;
  readonly EdgeResponseContentType: string;
  /** 499 if the visitor left before there was a response. */
  readonly EdgeResponseStatus: number;
  readonly EdgeTimeToFirstByteMs: number;
  /** Empty if no request was sent to an origin, or if the origin is configured by name. */
  readonly OriginIP: string;
  readonly OriginResponseDurationMs: number;
  readonly OriginResponseHTTPExpires: string;
  readonly OriginResponseHTTPLastModified: string;
  readonly OriginResponseHeaderReceiveDurationMs: number;
  /** 0 if no origin has responded. */
  readonly OriginResponseStatus: number;
}

/** Fields that rules add. */
export interface RuleFields {
  /** The action that ended the request; empty if no rule did. */
  readonly SecurityAction: string;
  readonly SecurityRuleID: string;
  readonly SecurityRuleDescription: string;
  /** Every rule that matched and was logged: three lists of the same length. */
  readonly SecurityActions: readonly string[];
  readonly SecurityRuleIDs: readonly string[];
  readonly SecuritySources: readonly string[];
  /** Fields that rules of the phase `http_log_custom_fields` add. */
  readonly RequestHeaders: Readonly<Record<string, string>>;
  /** A list if the rule wants each header of a name by itself; otherwise they are joined. */
  readonly ResponseHeaders: Readonly<Record<string, string | readonly string[]>>;
  readonly Cookies: Readonly<Record<string, string>>;
}

/** The order of fields in a row. New fields go to the end, because rows that were written before lack them. */
const columns = [
  'RayID',
  'EdgeStartTimestamp',
  'EdgeEndTimestamp',
  'ZoneName',
  'ClientIP',
  'ClientSrcPort',
  'ClientDeviceType',
  'ClientRequestBytes',
  'ClientRequestHost',
  'ClientRequestMethod',
  'ClientRequestProtocol',
  'ClientRequestReferer',
  'ClientRequestScheme',
  'ClientRequestURI',
  'ClientRequestUserAgent',
  'ClientXRequestedWith',
  'ClientSSLCipher',
  'ClientSSLProtocol',
  'EdgeRequestHost',
  'EdgeResponseBodyBytes',
  'EdgeResponseBytes',
  'EdgeResponseContentType',
  'EdgeResponseStatus',
  'EdgeTimeToFirstByteMs',
  'OriginIP',
  'OriginResponseDurationMs',
  'OriginResponseHTTPExpires',
  'OriginResponseHTTPLastModified',
  'OriginResponseHeaderReceiveDurationMs',
  'OriginResponseStatus',
  'SecurityAction',
  'SecurityRuleID',
  'SecurityRuleDescription',
  'SecurityActions',
  'SecurityRuleIDs',
  'SecuritySources',
  'RequestHeaders',
  'ResponseHeaders',
  'Cookies',
] as const satisfies readonly (keyof HttpRequestFields)[];

const NO_RULES: RuleFields = {
  SecurityAction: '',
  SecurityRuleID: '',
  SecurityRuleDescription: '',
  SecurityActions: [],
  SecurityRuleIDs: [],
  SecuritySources: [],
  RequestHeaders: {},
  ResponseHeaders: {},
  Cookies: {},
};

/** Fields that are derived from others or are constant. They are not part of a row. */
type DerivedFields = Pick<
  PlainFields,
  'ClientRequestPath' | 'ClientRequestSource' | 'CacheCacheStatus'
>;

function derivedFields({ ClientRequestURI }: Pick<PlainFields, 'ClientRequestURI'>): DerivedFields {
  const [path = ''] = ClientRequestURI.split('?', 1);
  return {
    ClientRequestPath: path,
    ClientRequestSource: 'eyeball',
    CacheCacheStatus: 'dynamic',
  };
}

/** A request before it is encoded. Without the fields that rules add if no rule applied to it. */
export interface FinishedRequest extends Omit<HttpRequestEvent, 'fields'> {
  readonly fields: Omit<PlainFields, keyof DerivedFields> & Partial<RuleFields>;
}

/** The encoded form, an array of values. Without names it takes a third of the space, and one is written for every request. */
export type HttpRequestRow = readonly [zoneId: string, accountId: string, ...values: unknown[]];

/** In the order of `columns`, each field by its name: a loop over the names takes several times as long. */
export function toRow({ zoneId, accountId, fields }: FinishedRequest): HttpRequestRow {
  const plain = [
    zoneId,
    accountId,
    fields.RayID,
    fields.EdgeStartTimestamp,
    fields.EdgeEndTimestamp,
    fields.ZoneName,
    fields.ClientIP,
    fields.ClientSrcPort,
    fields.ClientDeviceType,
    fields.ClientRequestBytes,
    fields.ClientRequestHost,
    fields.ClientRequestMethod,
    fields.ClientRequestProtocol,
    fields.ClientRequestReferer,
    fields.ClientRequestScheme,
    fields.ClientRequestURI,
    fields.ClientRequestUserAgent,
    fields.ClientXRequestedWith,
    fields.ClientSSLCipher,
    fields.ClientSSLProtocol,
    fields.EdgeRequestHost,
    fields.EdgeResponseBodyBytes,
    fields.EdgeResponseBytes,
    fields.EdgeResponseContentType,
    fields.EdgeResponseStatus,
    fields.EdgeTimeToFirstByteMs,
    fields.OriginIP,
    fields.OriginResponseDurationMs,
    fields.OriginResponseHTTPExpires,
    fields.OriginResponseHTTPLastModified,
    fields.OriginResponseHeaderReceiveDurationMs,
    fields.OriginResponseStatus,
  ] as const;
  // No rule applies to most requests. The fields that rules add are at the end and are omitted then.
  if (!fields.SecurityActions) return plain;
  return [
    ...plain,
    fields.SecurityAction,
    fields.SecurityRuleID,
    fields.SecurityRuleDescription,
    fields.SecurityActions,
    fields.SecurityRuleIDs,
    fields.SecuritySources,
    fields.RequestHeaders,
    fields.ResponseHeaders,
    fields.Cookies,
  ];
}

export function fromRow([zoneId, accountId, ...values]: HttpRequestRow): HttpRequestEvent {
  const present = columns.slice(0, values.length);
  // Rows are written by `toRow` only, so the values have these types.
  const travelled = Object.fromEntries(
    present.map((name, n) => [name, values[n]]),
  ) as unknown as FinishedRequest['fields'];
  return { zoneId, accountId, fields: { ...derivedFields(travelled), ...NO_RULES, ...travelled } };
}
