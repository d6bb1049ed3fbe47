import type { FirewallEvent } from '../../contracts/events/firewall-event.ts';
import { MATCHED_DATA_MEMBER } from '../../contracts/events/matched-data.ts';
import { logAction, type RuleMatch } from '../rules/rule-match.ts';
import type { Transaction } from '../transaction.ts';
import type { ZoneRuntime } from '../zone-runtime.ts';
import type { MatchedDataSealer } from './matched-data-sealer.ts';

/** The security events of a request that is over: one for each rule that matched and says so. */
export function firewallEvents(
  transaction: Transaction,
  zone: ZoneRuntime,
  sealer: MatchedDataSealer,
): FirewallEvent[] {
  const matches = transaction.marks?.matches ?? [];
  return matches.map((match, index) =>
    firewallEvent(transaction, zone, withSealed(match, sealer), matches.length - 1 - index),
  );
}

function withSealed(match: RuleMatch, sealer: MatchedDataSealer): RuleMatch {
  if (!match.evidence) return match;
  const metadata = { ...match.metadata, [MATCHED_DATA_MEMBER]: sealer.seal(match) };
  return { ...match, metadata };
}

/** `matchIndex`: 0 for the last match of a request. */
export function firewallEvent(
  transaction: Transaction,
  zone: ZoneRuntime,
  match: RuleMatch,
  matchIndex: number,
): FirewallEvent {
  const { request, ray, path, target } = transaction;
  const referer = refererOf(request.headers.referer);
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
      OriginatorRayID: '00',
      Datetime: transaction.startedAt,
      ClientIP: transaction.clientAddress,
      ClientRequestHost: transaction.authority,
      ClientRequestMethod: transaction.method,
      ClientRequestPath: path,
      ClientRequestProtocol: `HTTP/${request.httpVersion}`,
      ClientRequestQuery: target.slice(path.length),
      ClientRequestScheme: transaction.scheme,
      ClientRequestUserAgent: request.headers['user-agent'] ?? '',
      ClientRefererHost: referer?.host ?? '',
      ClientRefererPath: referer?.pathname ?? '',
      ClientRefererQuery: referer?.search ?? '',
      ClientRefererScheme: referer?.protocol.slice(0, -1) ?? '',
      EdgeResponseStatus: transaction.status,
      OriginResponseStatus: transaction.originStatus,
    },
  };
}

function refererOf(text: string | undefined): URL | undefined {
  return text !== undefined && URL.canParse(text) ? new URL(text) : undefined;
}
