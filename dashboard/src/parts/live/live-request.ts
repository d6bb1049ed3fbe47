/** Fields of the request log that the list and the details show. */
export const liveFields = [
  'EdgeStartTimestamp',
  'RayID',
  'ClientIP',
  'ClientCountry',
  'ClientASN',
  'ClientRequestMethod',
  'ClientRequestScheme',
  'ClientRequestHost',
  'ClientRequestPath',
  'ClientRequestURI',
  'ClientRequestProtocol',
  'ClientRequestReferer',
  'ClientRequestUserAgent',
  'ClientRequestBytes',
  'ClientSSLProtocol',
  'EdgeResponseStatus',
  'EdgeResponseBytes',
  'EdgeTimeToFirstByteMs',
  'OriginIP',
  'OriginResponseStatus',
  'OriginResponseDurationMs',
  'SecurityAction',
  'SecurityRuleID',
  'SecurityRuleDescription',
  'WAFAttackScore',
] as const;

export type LiveField = (typeof liveFields)[number];

/** A request as the stream sends it. Fields without a value are missing or null. */
export type LiveRequest = Readonly<Record<LiveField, string | number | null | undefined>>;

export function textOf(request: LiveRequest, field: LiveField): string {
  const value = request[field];
  return value === null || value === undefined ? '' : String(value);
}
