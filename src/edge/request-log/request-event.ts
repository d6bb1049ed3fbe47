import type { FinishedRequest, RuleFields } from '../../contracts/events/http-request-event.ts';
import type { Exchange } from '../exchange.ts';
import { protocolName } from '../protocol-name.ts';
import { shownTarget, shownUri, shownWords } from '../redaction/secrets.ts';
import type { LiveRequest } from '../rules/live-request.ts';
import type { RuleEffects } from '../rules/rule-effects.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { customFields } from './custom-fields.ts';
import { deviceType } from './device-type.ts';
import { loggedTarget } from './logged-target.ts';
import { securityFields } from './security-fields.ts';

/** The record of a request that has ended, for the request log. */
export function requestEvent(
  exchange: Exchange,
  zone: ZoneRuntime,
  hidesSecrets: boolean,
): FinishedRequest {
  const { stream, startedAt, startedTick, route } = exchange;
  const userAgent = exchange.header('user-agent') ?? '';
  const referer = exchange.header('referer') ?? '';
  const { originSentTick, originHeadTick, originEndTick, firstByteTick, effects } = exchange;
  const origin = effects?.overriddenOrigin ?? route?.origin;
  const sent = loggedTarget(exchange);
  const target = hidesSecrets ? shownTarget(sent) : sent;
  const fields = {
    RayID: exchange.ray,
    EdgeStartTimestamp: startedAt,
    EdgeEndTimestamp: startedAt + Math.round(exchange.endTick - startedTick),
    ZoneName: zone.name,
    ClientIP: exchange.clientAddress,
    ClientSrcPort: exchange.peerPort,
    ClientDeviceType: deviceType(userAgent),
    ClientRequestBytes: stream.bytesRead,
    ClientRequestHost: exchange.authority,
    ClientRequestMethod: exchange.method,
    ClientRequestProtocol: protocolName(stream),
    ClientRequestReferer: hidesSecrets ? shownUri(referer) : referer,
    ClientRequestScheme: exchange.scheme,
    ClientRequestURI: target.path + target.query,
    ClientRequestUserAgent: hidesSecrets ? shownWords(userAgent) : userAgent,
    ClientXRequestedWith: exchange.header('x-requested-with') ?? '',
    ClientSSLCipher: exchange.tls?.cipher ?? 'NONE',
    ClientSSLProtocol: exchange.tls?.protocol ?? 'none',
    EdgeRequestHost:
      (origin && (effects?.hostHeader ?? origin.snapshot.hostHeader)) ?? exchange.host,
    EdgeResponseBodyBytes: exchange.responseBodyBytes,
    EdgeResponseBytes: stream.bytesWritten,
    EdgeResponseContentType: exchange.contentType,
    EdgeResponseStatus: exchange.loggedStatus,
    EdgeTimeToFirstByteMs: since(startedTick, firstByteTick),
    OriginIP: origin?.ip ?? '',
    OriginResponseDurationMs: since(originSentTick, originEndTick),
    OriginResponseHTTPExpires: exchange.originExpires,
    OriginResponseHTTPLastModified: exchange.originLastModified,
    OriginResponseHeaderReceiveDurationMs: since(originSentTick, originHeadTick),
    OriginResponseStatus: exchange.originStatus,
  };
  const added = effects && ruleFields(effects, exchange.live);
  return {
    zoneId: zone.id,
    accountId: zone.section.accountId,
    fields: added ? { ...fields, ...added } : fields,
  };
}

/** Undefined if no rule matched and none adds fields to the log. */
function ruleFields(
  { matches, logFields }: RuleEffects,
  request: LiveRequest | undefined,
): RuleFields | undefined {
  if (matches.length === 0 && logFields.length === 0) return undefined;
  return { ...securityFields(matches), ...customFields(logFields, request) };
}

/** Whole milliseconds; 0 when the end was never reached. */
function since(from: number, to: number): number {
  return to > from ? Math.round(to - from) : 0;
}
