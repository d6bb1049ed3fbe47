import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { HttpRequestEvent } from '../../contracts/events/http-request-event.ts';
import { type Transaction, tick } from '../transaction.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { deviceType } from './device-type.ts';

/** Number by convention for a visitor who left before there was an answer. */
const VISITOR_LEFT = 499;

/** What the log keeps of a request that is over. */
export function requestEvent(transaction: Transaction, zone: ZoneRuntime): HttpRequestEvent {
  const { request, startedAt, startedTick, route } = transaction;
  const { headers, socket } = request;
  const origin = route?.origin.snapshot;
  const userAgent = headers['user-agent'] ?? '';
  const tls = tlsOf(transaction);
  const { originSentTick, originHeadTick, originEndTick, firstByteTick } = transaction;
  return {
    zoneId: zone.id,
    accountId: zone.section.accountId,
    fields: {
      RayID: transaction.ray,
      EdgeStartTimestamp: startedAt,
      EdgeEndTimestamp: startedAt + Math.round(tick() - startedTick),
      ZoneName: zone.name,
      ClientIP: transaction.clientAddress,
      ClientSrcPort: socket.remotePort ?? 0,
      ClientDeviceType: deviceType(userAgent),
      ClientRequestBytes: Math.max(0, socket.bytesRead - transaction.bytesReadBefore),
      ClientRequestHost: transaction.authority,
      ClientRequestMethod: transaction.method,
      ClientRequestPath: transaction.path,
      ClientRequestProtocol: `HTTP/${request.httpVersion}`,
      ClientRequestReferer: headers.referer ?? '',
      ClientRequestScheme: transaction.scheme,
      ClientRequestSource: 'eyeball',
      ClientRequestURI: transaction.target,
      ClientRequestUserAgent: userAgent,
      ClientXRequestedWith: transaction.header('x-requested-with') ?? '',
      ClientSSLCipher: tls?.getCipher()?.name ?? 'NONE',
      ClientSSLProtocol: tls?.getProtocol() ?? 'none',
      CacheCacheStatus: 'dynamic',
      EdgeRequestHost: origin?.hostHeader ?? transaction.authority,
      EdgeResponseBodyBytes: transaction.responseBodyBytes,
      EdgeResponseBytes: Math.max(0, socket.bytesWritten - transaction.bytesWrittenBefore),
      EdgeResponseContentType: transaction.contentType,
      EdgeResponseStatus: transaction.status || VISITOR_LEFT,
      EdgeTimeToFirstByteMs: since(startedTick, firstByteTick),
      OriginIP: origin && isIP(origin.address) ? origin.address : '',
      OriginResponseDurationMs: since(originSentTick, originEndTick),
      OriginResponseHTTPExpires: transaction.originExpires,
      OriginResponseHTTPLastModified: transaction.originLastModified,
      OriginResponseHeaderReceiveDurationMs: since(originSentTick, originHeadTick),
      OriginResponseStatus: transaction.originStatus,
    },
  };
}

function tlsOf({ scheme, request }: Transaction): TLSSocket | undefined {
  return scheme === 'https' ? (request.socket as TLSSocket) : undefined;
}

/** Whole milliseconds; 0 when the end was never reached. */
function since(from: number, to: number): number {
  return to > from ? Math.round(to - from) : 0;
}
