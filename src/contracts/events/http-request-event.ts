/** The topic on which every request of a zone is reported once it is over. */
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

/** What every request has. */
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
  /** 499 when the visitor left before there was one. */
  readonly EdgeResponseStatus: number;
  readonly EdgeTimeToFirstByteMs: number;
  /** Empty when no origin was asked, or when it is configured by name. */
  readonly OriginIP: string;
  readonly OriginResponseDurationMs: number;
  readonly OriginResponseHTTPExpires: string;
  readonly OriginResponseHTTPLastModified: string;
  readonly OriginResponseHeaderReceiveDurationMs: number;
  /** 0: no origin has answered. */
  readonly OriginResponseStatus: number;
}

/** What rules add. */
export interface RuleFields {
  /** What decided about the request; empty when no rule ended it. */
  readonly SecurityAction: string;
  readonly SecurityRuleID: string;
  readonly SecurityRuleDescription: string;
  /** Every rule that matched and said so: three lists of the same length. */
  readonly SecurityActions: readonly string[];
  readonly SecurityRuleIDs: readonly string[];
  readonly SecuritySources: readonly string[];
  /** What rules of the phase `http_log_custom_fields` ask for. */
  readonly RequestHeaders: Readonly<Record<string, string>>;
  readonly ResponseHeaders: Readonly<Record<string, string>>;
  readonly Cookies: Readonly<Record<string, string>>;
}

/** The order in which fields stand in a row. New ones go to the end: rows that were written before lack them. */
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

/** How many of them a request has that no rule was about. */
const PLAIN_COLUMNS = columns.indexOf('SecurityAction');

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

/** Told from the others, or always the same: these do not travel. */
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

/** A request before it travels: without what rules add when no rule was about it. */
export interface FinishedRequest extends Omit<HttpRequestEvent, 'fields'> {
  readonly fields: Omit<PlainFields, keyof DerivedFields> & Partial<RuleFields>;
}

/** A request as it travels: without names it is a third as long, and one is written for every request. */
export type HttpRequestRow = readonly [zoneId: string, accountId: string, ...values: unknown[]];

export function toRow({ zoneId, accountId, fields }: FinishedRequest): HttpRequestRow {
  const row: [string, string, ...unknown[]] = [zoneId, accountId];
  // Most requests meet no rule: what rules add stands at the end, and is left out.
  const count = fields.SecurityActions ? columns.length : PLAIN_COLUMNS;
  for (let i = 0; i < count; i++) row.push(fields[columns[i] as (typeof columns)[number]]);
  return row;
}

export function fromRow([zoneId, accountId, ...values]: HttpRequestRow): HttpRequestEvent {
  const present = columns.slice(0, values.length);
  // What was written is what `toRow` was given.
  const travelled = Object.fromEntries(
    present.map((name, n) => [name, values[n]]),
  ) as unknown as FinishedRequest['fields'];
  return { zoneId, accountId, fields: { ...derivedFields(travelled), ...NO_RULES, ...travelled } };
}
