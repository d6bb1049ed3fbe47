/** The topic on which the edge publishes every match of a rule that is logged. */
export const FIREWALL_EVENTS_TOPIC = 'firewall-events';

/**
 * One rule that matched, or a challenge that was solved or failed. Several events of one request share its ray. Members
 * of `fields` are named like those of the `firewall_events` dataset; fields that a self-hosted edge has no data for are
 * absent. Matched values (credentials, card numbers) are never included, unless they are encrypted with the public key
 * of the deployment; see matched-data.ts.
 */
export interface FirewallEvent {
  /** Unique; the same if an event is delivered twice. */
  readonly id: string;
  readonly zoneId: string;
  readonly accountId: string;
  /** The ruleset of the rule; empty if the event is not about a rule. */
  readonly rulesetId: string;
  readonly fields: FirewallEventFields;
}

export interface FirewallEventFields {
  /** As in logs, without underscores: `block`, `managedchallenge`, `jschallengesolved`. */
  readonly Action: string;
  /** `firewallcustom`, `firewallmanaged`, `ratelimit`, `dlp`, `validation`. */
  readonly Source: string;
  readonly RuleID: string;
  readonly Ref: string;
  readonly Description: string;
  readonly Kind: 'firewall';
  /** The last match of a request is 0, earlier ones are 1, 2, … */
  readonly MatchIndex: number;
  readonly Metadata: Readonly<Record<string, unknown>>;
  readonly RayID: string;
  /** The ray of the request that was challenged first. */
  readonly OriginatorRayID: string;
  /** Milliseconds since the epoch. */
  readonly Datetime: number;
  readonly ClientIP: string;
  /** From the MMDB files; absent if none has it. The country is in lower case. */
  readonly ClientCountry?: string;
  readonly ClientASN?: number;
  readonly ClientASNDescription?: string;
  readonly ClientRequestHost: string;
  readonly ClientRequestMethod: string;
  readonly ClientRequestPath: string;
  readonly ClientRequestProtocol: string;
  readonly ClientRequestQuery: string;
  readonly ClientRequestScheme: string;
  readonly ClientRequestUserAgent: string;
  readonly ClientRefererHost: string;
  readonly ClientRefererPath: string;
  readonly ClientRefererQuery: string;
  readonly ClientRefererScheme: string;
  /** 499 if the visitor left before there was a response. */
  readonly EdgeResponseStatus: number;
  /** 0 if no request was sent to an origin. */
  readonly OriginResponseStatus: number;
}
