import { isIP } from 'node:net';
import type { FinishedRequest, RuleFields } from '../../contracts/events/http-request-event.ts';
import { protocolName } from '../protocol-name.ts';
import type { LiveRequest } from '../rules/live-request.ts';
import type { RuleMarks } from '../rules/rule-marks.ts';
import { type Transaction, tick } from '../transaction.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { customFields } from './custom-fields.ts';
import { deviceType } from './device-type.ts';
import { loggedTarget } from './logged-target.ts';
import { securityFields } from './security-fields.ts';

/** What the log keeps of a request that is over. */
export function requestEvent(transaction: Transaction, zone: ZoneRuntime): FinishedRequest {
  const { request, startedAt, startedTick, route } = transaction;
  const { headers, socket } = request;
  const userAgent = headers['user-agent'] ?? '';
  const { originSentTick, originHeadTick, originEndTick, firstByteTick, marks } = transaction;
  const origin = (marks?.overriddenOrigin ?? route?.origin)?.snapshot;
  const asked = loggedTarget(transaction);
  const fields = {
    RayID: transaction.ray,
    EdgeStartTimestamp: startedAt,
    EdgeEndTimestamp: startedAt + Math.round(tick() - startedTick),
    ZoneName: zone.name,
    ClientIP: transaction.clientAddress,
    ClientSrcPort: transaction.peerPort,
    ClientDeviceType: deviceType(userAgent),
    ClientRequestBytes: bytesSince(transaction.bytesReadBefore, socket.bytesRead),
    ClientRequestHost: transaction.authority,
    ClientRequestMethod: transaction.method,
    ClientRequestProtocol: protocolName(request),
    ClientRequestReferer: headers.referer ?? '',
    ClientRequestScheme: transaction.scheme,
    ClientRequestURI: asked.path + asked.query,
    ClientRequestUserAgent: userAgent,
    ClientXRequestedWith: transaction.header('x-requested-with') ?? '',
    ClientSSLCipher: transaction.tls?.cipher ?? 'NONE',
    ClientSSLProtocol: transaction.tls?.protocol ?? 'none',
    EdgeRequestHost: (origin && (marks?.hostHeader ?? origin.hostHeader)) ?? transaction.authority,
    EdgeResponseBodyBytes: transaction.responseBodyBytes,
    EdgeResponseBytes: bytesSince(transaction.bytesWrittenBefore, socket.bytesWritten),
    EdgeResponseContentType: transaction.contentType,
    EdgeResponseStatus: transaction.loggedStatus,
    EdgeTimeToFirstByteMs: since(startedTick, firstByteTick),
    OriginIP: origin && isIP(origin.address) ? origin.address : '',
    OriginResponseDurationMs: since(originSentTick, originEndTick),
    OriginResponseHTTPExpires: transaction.originExpires,
    OriginResponseHTTPLastModified: transaction.originLastModified,
    OriginResponseHeaderReceiveDurationMs: since(originSentTick, originHeadTick),
    OriginResponseStatus: transaction.originStatus,
  };
  const added = marks && ruleFields(marks, transaction.live);
  return {
    zoneId: zone.id,
    accountId: zone.section.accountId,
    fields: added ? { ...fields, ...added } : fields,
  };
}

/** Undefined when rules have run but none had anything to say. */
function ruleFields(
  { matches, logFields }: RuleMarks,
  request: LiveRequest | undefined,
): RuleFields | undefined {
  if (matches.length === 0 && logFields.length === 0) return undefined;
  return { ...securityFields(matches), ...customFields(logFields, request) };
}

/** 0 when a connection is gone that was shared by many requests: nobody knows any more. */
function bytesSince(before: number, now: number | undefined): number {
  return Math.max(0, (now ?? before) - before);
}

/** Whole milliseconds; 0 when the end was never reached. */
function since(from: number, to: number): number {
  return to > from ? Math.round(to - from) : 0;
}
