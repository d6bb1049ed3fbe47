import type { HttpRequestWriter, RuleFields } from '../../contracts/events/http-request-event.ts';
import type { GeoLocation } from '../../contracts/geo-location.ts';
import type { AttackReport } from '../../detectors/attacks/inspect-request.ts';
import { fromByteString } from '../../expression/expression.ts';
import { scoresOf } from '../../request/fields/attack-extractors.ts';
import type { Exchange } from '../exchange.ts';
import { protocolName } from '../protocol-name.ts';
import { shownTarget, shownUri, shownWords } from '../redaction/secrets.ts';
import { LiveRequest } from '../rules/live-request.ts';
import type { RuleEffects } from '../rules/rule-effects.ts';
import { originHost } from '../upstream/origin-host.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { customFields, readableFields, shownFields } from './custom-fields.ts';
import { deviceType } from './device-type.ts';
import { loggedTarget } from './logged-target.ts';
import { securityFields } from './security-fields.ts';

/**
 * Adds a request that has ended to a batch. Fields are written one by one, because a loop over their names takes
 * several times as long. Nothing can throw after the first value was written, so that no row is left half written.
 */
export function writeRequest(
  batch: HttpRequestWriter,
  exchange: Exchange,
  zone: ZoneRuntime | undefined,
  hidesSecrets: boolean,
): void {
  const { stream, startedAt, startedTick, route, effects } = exchange;
  const { originSentTick, originHeadTick, originEndTick, firstByteTick } = exchange;
  const userAgent = exchange.header('user-agent') ?? '';
  const referer = exchange.header('referer') ?? '';
  const origin = effects?.overriddenOrigin ?? route?.origin;
  const shownAgent = hidesSecrets ? shownWords(userAgent) : fromByteString(userAgent);
  const hidesKeys = hidesSecrets || isGatewayHost(exchange, zone);
  const shownReferer = hidesKeys ? shownUri(referer) : fromByteString(referer);
  const uri = loggedUri(exchange, hidesKeys);
  const device = deviceType(userAgent);
  const requestedWith = exchange.header('x-requested-with') ?? '';
  const shownRequestedWith = hidesSecrets
    ? shownWords(requestedWith)
    : fromByteString(requestedWith);
  const added = effects && ruleFields(effects, exchange.live, hidesSecrets);
  const { geoLocation } = exchange;
  const attacks = exchange.live?.made.attacks ?? attacksForLog(exchange, zone);
  const { values, count: row } = batch;
  values.zoneId[row] = zone?.id ?? '';
  values.accountId[row] = zone?.section.accountId ?? '';
  values.RayID[row] = exchange.ray;
  values.EdgeStartTimestamp[row] = startedAt;
  values.EdgeEndTimestamp[row] = startedAt + Math.round(exchange.endTick - startedTick);
  values.ZoneName[row] = zone?.name ?? '';
  values.ClientIP[row] = exchange.clientAddress;
  values.ClientSrcPort[row] = exchange.peerPort;
  values.ClientDeviceType[row] = device;
  values.ClientRequestBytes[row] = stream.bytesRead;
  values.ClientRequestHost[row] = exchange.authority;
  values.ClientRequestMethod[row] = exchange.method;
  values.ClientRequestProtocol[row] = protocolName(stream);
  values.ClientRequestReferer[row] = shownReferer;
  values.ClientRequestScheme[row] = exchange.scheme;
  values.ClientRequestURI[row] = uri;
  values.ClientRequestUserAgent[row] = shownAgent;
  values.ClientXRequestedWith[row] = shownRequestedWith;
  values.ClientSSLCipher[row] = exchange.tls?.cipher ?? 'NONE';
  values.ClientSSLProtocol[row] = exchange.tls?.protocol ?? 'none';
  values.EdgeRequestHost[row] =
    (origin && (effects?.hostHeader ?? origin.snapshot.hostHeader)) ?? originHost(exchange);
  values.EdgeResponseBodyBytes[row] = exchange.responseBodyBytes;
  values.EdgeResponseBytes[row] = stream.bytesWritten;
  values.EdgeResponseContentType[row] = fromByteString(exchange.contentType);
  values.EdgeResponseStatus[row] = exchange.loggedStatus;
  values.EdgeTimeToFirstByteMs[row] = since(startedTick, firstByteTick);
  values.OriginIP[row] = origin?.ip ?? '';
  values.OriginResponseDurationMs[row] = since(originSentTick, originEndTick);
  values.OriginResponseHTTPExpires[row] = fromByteString(exchange.originExpires);
  values.OriginResponseHTTPLastModified[row] = fromByteString(exchange.originLastModified);
  values.OriginResponseHeaderReceiveDurationMs[row] = since(originSentTick, originHeadTick);
  values.OriginResponseStatus[row] = exchange.originStatus;
  if (geoLocation) writeLocation(batch, geoLocation);
  if (attacks) writeScores(batch, attacks);
  if (added) writeRuleFields(batch, added);
  batch.count = row + 1;
}

/** Of a request that no rule has inspected. A body that no rule has read is not read for the log, so it has no scores. */
function attacksForLog(
  exchange: Exchange,
  zone: ZoneRuntime | undefined,
): AttackReport | undefined {
  if (!zone?.logsAttackScores || !exchange.inspectedBody.wasRead) return undefined;
  exchange.live ??= new LiveRequest(exchange);
  return exchange.live.attacks;
}

function writeLocation({ values, count: row }: HttpRequestWriter, location: GeoLocation): void {
  values.ClientCountry[row] = location.loggedCountry;
  values.ClientRegionCode[row] = location.regionCode;
  values.ClientASN[row] = location.asn;
}

function writeScores({ values, count: row }: HttpRequestWriter, report: AttackReport): void {
  const { total, rce, sqli, xss } = scoresOf(report);
  values.WAFAttackScore[row] = total;
  values.WAFRCEAttackScore[row] = rce;
  values.WAFSQLiAttackScore[row] = sqli;
  values.WAFXSSAttackScore[row] = xss;
}

function writeRuleFields({ values, count: row }: HttpRequestWriter, added: RuleFields): void {
  values.SecurityAction[row] = added.SecurityAction;
  values.SecurityRuleID[row] = added.SecurityRuleID;
  values.SecurityRuleDescription[row] = added.SecurityRuleDescription;
  values.SecurityActions[row] = added.SecurityActions;
  values.SecurityRuleIDs[row] = added.SecurityRuleIDs;
  values.SecuritySources[row] = added.SecuritySources;
  values.RequestHeaders[row] = added.RequestHeaders;
  values.ResponseHeaders[row] = added.ResponseHeaders;
  values.Cookies[row] = added.Cookies;
}

/** Clients send access keys in URLs, also in ones that the gateway does not understand. A refused request may have no zone yet. */
function isGatewayHost({ host }: Exchange, zone: ZoneRuntime | undefined): boolean {
  return zone === undefined || zone.gatewayHosts?.has(host) === true;
}

function loggedUri(exchange: Exchange, hidesSecrets: boolean): string {
  // The fast path for nearly all requests.
  if (!hidesSecrets && exchange.effects === undefined) return fromByteString(exchange.rawTarget);
  const sent = loggedTarget(exchange);
  if (!hidesSecrets) return fromByteString(sent.path + sent.query);
  const { path, query } = shownTarget(sent);
  return path + query;
}

/** Undefined if no rule matched and none adds fields to the log. */
function ruleFields(
  { matches, logFields }: RuleEffects,
  request: LiveRequest | undefined,
  hidesSecrets: boolean,
): RuleFields | undefined {
  if (matches.length === 0 && logFields.length === 0) return undefined;
  const custom = customFields(logFields, request);
  return {
    ...securityFields(matches),
    ...(hidesSecrets ? shownFields(custom) : readableFields(custom)),
  };
}

/** Whole milliseconds; 0 when the end was never reached. */
function since(from: number, to: number): number {
  return to > from ? Math.round(to - from) : 0;
}
