import { ColumnReader } from '../../kernel/columns/column-reader.ts';
import type { ColumnTable } from '../../kernel/columns/column-table.ts';
import type { ColumnWriter } from '../../kernel/columns/column-writer.ts';

/** The topic on which the edge publishes finished requests, in batches by column. */
export const HTTP_REQUESTS_TOPIC = 'http-requests';

/**
 * One request as the edge saw it. Members of `fields` are named like those of the `http_requests` dataset; fields that
 * a self-hosted edge has no data for are absent (see docs/edge.md). Times are milliseconds since the epoch.
 */
export interface HttpRequestEvent {
  /** Both empty if no zone serves the request. */
  readonly zoneId: string;
  readonly accountId: string;
  readonly fields: HttpRequestFields;
  /** Why the connection ended without a valid request. */
  readonly refusal?: string | undefined;
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
  /** The location of the visitor, from the MMDB files; absent if none has it. The country is in lower case. */
  readonly ClientCountry?: string;
  readonly ClientRegionCode?: string;
  readonly ClientASN?: number;
  /** 1 (attack) to 99 (clean); absent if nothing has looked for attacks. */
  readonly WAFAttackScore?: number;
  readonly WAFRCEAttackScore?: number;
  readonly WAFSQLiAttackScore?: number;
  readonly WAFXSSAttackScore?: number;
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
  /** A list if the rule preserves duplicates; otherwise values of one name are joined. */
  readonly ResponseHeaders: Readonly<Record<string, string | readonly string[]>>;
  readonly Cookies: Readonly<Record<string, string>>;
}

/** Fields that are derived from others or are constant. They are not stored. */
type DerivedField = 'ClientRequestPath' | 'ClientRequestSource' | 'CacheCacheStatus';

type StoredFields = Omit<PlainFields, DerivedField> & Partial<RuleFields>;

/**
 * The columns of the log. The type of a new column ends with `?`, because older batches lack the column. `refusal` is the
 * reason why a connection ended without a valid request; `zoneId` is empty if no zone serves the request.
 */
export const httpRequestColumns = {
  zoneId: 'text',
  accountId: 'text',
  RayID: 'text',
  EdgeStartTimestamp: 'number',
  EdgeEndTimestamp: 'number',
  ZoneName: 'text',
  ClientIP: 'text',
  ClientSrcPort: 'number',
  ClientDeviceType: 'text',
  ClientRequestBytes: 'number',
  ClientRequestHost: 'text',
  ClientRequestMethod: 'text',
  ClientRequestProtocol: 'text',
  ClientRequestReferer: 'text',
  ClientRequestScheme: 'text',
  ClientRequestURI: 'text',
  ClientRequestUserAgent: 'text',
  ClientXRequestedWith: 'text',
  ClientSSLCipher: 'text',
  ClientSSLProtocol: 'text',
  EdgeRequestHost: 'text',
  EdgeResponseBodyBytes: 'number',
  EdgeResponseBytes: 'number',
  EdgeResponseContentType: 'text',
  EdgeResponseStatus: 'number',
  EdgeTimeToFirstByteMs: 'number',
  OriginIP: 'text',
  OriginResponseDurationMs: 'number',
  OriginResponseHTTPExpires: 'text',
  OriginResponseHTTPLastModified: 'text',
  OriginResponseHeaderReceiveDurationMs: 'number',
  OriginResponseStatus: 'number',
  SecurityAction: 'text?',
  SecurityRuleID: 'text?',
  SecurityRuleDescription: 'text?',
  SecurityActions: 'json?',
  SecurityRuleIDs: 'json?',
  SecuritySources: 'json?',
  RequestHeaders: 'json?',
  ResponseHeaders: 'json?',
  Cookies: 'json?',
  ClientCountry: 'text?',
  ClientRegionCode: 'text?',
  ClientASN: 'number?',
  WAFAttackScore: 'number?',
  WAFRCEAttackScore: 'number?',
  WAFSQLiAttackScore: 'number?',
  WAFXSSAttackScore: 'number?',
  refusal: 'text?',
} as const satisfies Record<
  keyof StoredFields | 'zoneId' | 'accountId' | 'refusal',
  ColumnTable[string]
>;

/** Gathers requests until they are published together. */
export type HttpRequestWriter = ColumnWriter<typeof httpRequestColumns>;

/** The fields of requests that no rule matched. */
export const NO_RULES: RuleFields = {
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

function derivedFields({ ClientRequestURI }: StoredFields): Pick<PlainFields, DerivedField> {
  const [path = ''] = ClientRequestURI.split('?', 1);
  return {
    ClientRequestPath: path,
    ClientRequestSource: 'eyeball',
    CacheCacheStatus: 'dynamic',
  };
}

/** The requests of a batch, one by one. Undefined if the payload is not such a batch, for example rows of older versions. */
export function readHttpRequests(payload: unknown): HttpRequestEvent[] | undefined {
  const batch = ColumnReader.open(httpRequestColumns, payload);
  if (!batch) return undefined;
  const { zoneId: _, accountId: __, refusal: ___, ...fieldTypes } = httpRequestColumns;
  const names = Object.keys(fieldTypes) as (keyof StoredFields)[];
  return Array.from({ length: batch.count }, (_, row) => {
    const present = names
      .map((name) => [name, batch.values(name)?.[row]] as const)
      .filter(([, value]) => value !== undefined);
    // `httpRequestColumns` declares the types of these fields.
    const stored = Object.fromEntries(present) as unknown as StoredFields;
    return {
      zoneId: batch.values('zoneId')?.[row] ?? '',
      accountId: batch.values('accountId')?.[row] ?? '',
      fields: { ...derivedFields(stored), ...NO_RULES, ...stored },
      refusal: batch.values('refusal')?.[row],
    };
  });
}
