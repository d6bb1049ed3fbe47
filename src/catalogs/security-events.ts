import { actions } from './actions.ts';

/** A part of the product that reports security events. */
export interface SecurityEventSource {
  /** Its name in events. */
  readonly name: string;
  /** Its display name. */
  readonly service: string;
  /** Further spellings that filters accept, in lower case. */
  readonly aliases: readonly string[];
}

const source = (name: string, service: string, ...aliases: string[]): SecurityEventSource => ({
  name,
  service,
  aliases,
});

/** First the sources that the edge reports, then those of the public API that clients may filter by. */
export const securityEventSources: readonly SecurityEventSource[] = [
  source(
    'dlp',
    'Data Loss Protection',
    'data loss protection',
    'data loss prevention',
    'sensitive data detection',
  ),
  source('firewallcustom', 'Custom rules'),
  source('firewallmanaged', 'Managed rules'),
  source('firewallrules', 'Firewall rules'),
  source('ratelimit', 'Rate limiting rules'),
  source('validation', 'Validation', 'sanitycheck'),
  source('waf', 'Previous managed rules'),
  source('apishield', 'API Shield'),
  source('apishieldschemavalidation', 'API Shield: schema validation'),
  source('apishieldsequencemitigation', 'API Shield: sequence mitigation'),
  source('apishieldtokenvalidation', 'API Shield: token validation'),
  source('asn', 'Access rules by network'),
  source('bic', 'Browser integrity check'),
  source('botfight', 'Bot fight mode'),
  source('botmanagement', 'Bot management'),
  source('country', 'Access rules by country'),
  source('hot', 'Hotlink protection'),
  source('ip', 'Access rules by address'),
  source('iprange', 'Access rules by range'),
  source('l7ddos', 'HTTP DDoS'),
  source('securitylevel', 'Security level'),
  source('uablock', 'User agent blocking'),
  source('unknown', 'Unknown'),
  source('zonelockdown', 'Zone lockdown'),
];

/** Outcomes that are not actions of rules. */
const outcomes = [
  'allow',
  'bypass',
  'challengebypassed',
  'challengefailed',
  'challengesolved',
  'connectionclose',
  'drop',
  'jschallengebypassed',
  'jschallengefailed',
  'jschallengesolved',
  'managedchallengebypassed',
  'managedchallengefailed',
  'managedchallengeinteractivesolved',
  'managedchallengenoninteractivesolved',
  'managedchallengeskipped',
  'unknown',
];

/** Actions in events: like actions of rules, but without underscores. */
export const securityEventActions: readonly string[] = [
  ...new Set([...outcomes, ...actions.map(({ name }) => name.replaceAll('_', ''))]),
].sort();

const sourcesByName = new Map(securityEventSources.map((each) => [each.name, each]));
const sourcesBySpelling = new Map(
  securityEventSources.flatMap((each) =>
    [each.name, ...each.aliases].map((spelling) => [spelling, each.name] as const),
  ),
);

/** The name of a source in events, from any spelling; undefined for unknown sources. */
export function sourceNamed(text: string): string | undefined {
  return sourcesBySpelling.get(text.toLowerCase());
}

/** The display name of a source; an unlisted source keeps its name. */
export function serviceOf(source: string): string {
  return sourcesByName.get(source)?.service ?? source;
}
