import type { FirewallEvent } from '../../contracts/events/firewall-event.ts';
import { MATCHED_DATA_MEMBER } from '../../contracts/events/matched-data.ts';
import type { GeoLocation } from '../../contracts/geo-location.ts';
import type { Exchange } from '../exchange.ts';
import { protocolName } from '../protocol-name.ts';
import { shownTarget, shownWords } from '../redaction/secrets.ts';
import { logAction, type RuleMatch } from '../rules/rule-match.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import { loggedTarget } from './logged-target.ts';
import type { MatchedDataSealer } from './matched-data-sealer.ts';

/** The security events of a request that has ended: one for each match that is reported. */
export function firewallEvents(
  exchange: Exchange,
  zone: ZoneRuntime,
  sealer: MatchedDataSealer,
): FirewallEvent[] {
  const matches = exchange.effects?.matches ?? [];
  return matches.map((match, index) =>
    firewallEvent(exchange, zone, withSealed(match, sealer), matches.length - 1 - index),
  );
}

function withSealed(match: RuleMatch, sealer: MatchedDataSealer): RuleMatch {
  if (!match.evidence) return match;
  const metadata = { ...match.metadata, [MATCHED_DATA_MEMBER]: sealer.seal(match) };
  return { ...match, metadata };
}

/** `matchIndex` is 0 for the last match of a request. */
export function firewallEvent(
  exchange: Exchange,
  zone: ZoneRuntime,
  match: RuleMatch,
  matchIndex: number,
): FirewallEvent {
  const { stream, ray, geoLocation } = exchange;
  const { path, query } = shownTarget(loggedTarget(exchange));
  const referer = refererOf(exchange.header('referer'));
  const from = shownTarget({ path: referer?.pathname ?? '', query: referer?.search ?? '' });
  return {
    id: `${ray}-${match.ruleId}-${matchIndex}`,
    zoneId: zone.id,
    accountId: zone.section.accountId,
    rulesetId: match.rulesetId,
    fields: {
      Action: logAction(match.action),
      Source: match.source,
      RuleID: match.ruleId,
      Ref: match.ref,
      Description: match.description,
      Kind: 'firewall',
      MatchIndex: matchIndex,
      Metadata: match.metadata,
      RayID: ray,
      OriginatorRayID: match.originatorRay ?? '00',
      Datetime: exchange.startedAt,
      ClientIP: exchange.clientAddress,
      ...(geoLocation && locationFields(geoLocation)),
      ClientRequestHost: exchange.authority,
      ClientRequestMethod: exchange.method,
      ClientRequestPath: path,
      ClientRequestProtocol: protocolName(stream),
      ClientRequestQuery: query,
      ClientRequestScheme: exchange.scheme,
      ClientRequestUserAgent: shownWords(exchange.header('user-agent') ?? ''),
      ClientRefererHost: referer?.host ?? '',
      ClientRefererPath: from.path,
      ClientRefererQuery: from.query,
      ClientRefererScheme: referer?.protocol.slice(0, -1) ?? '',
      EdgeResponseStatus: exchange.loggedStatus,
      OriginResponseStatus: exchange.originStatus,
    },
  };
}

function locationFields({ loggedCountry, asn, asnName }: GeoLocation) {
  return {
    ...(loggedCountry !== undefined && { ClientCountry: loggedCountry }),
    ...(asn !== undefined && { ClientASN: asn }),
    ...(asnName !== undefined && { ClientASNDescription: asnName }),
  };
}

/** Referrers that are not URLs are left out. */
function refererOf(text: string | undefined): URL | undefined {
  return text === undefined ? undefined : (URL.parse(text) ?? undefined);
}
