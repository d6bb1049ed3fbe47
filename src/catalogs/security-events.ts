import { actions } from './actions.ts';

/** A part of the product that reports security events. */
export interface SecurityEventSource {
  /** As events carry it. */
  readonly name: string;
  /** As people read it. */
  readonly service: string;
  /** Further spellings that filters take, in lower case. */
  readonly aliases: readonly string[];
}

const source = (name: string, service: string, ...aliases: string[]): SecurityEventSource => ({
  name,
  service,
  aliases,
});

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
  source('ratelimit', 'Rate limiting rules'),
  source('validation', 'Validation', 'sanitycheck'),
];

/** Outcomes that are no action of a rule. */
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

/** What an event can say happened: events spell actions of rules without underscores. */
export const securityEventActions: readonly string[] = [
  ...new Set([...outcomes, ...actions.map(({ name }) => name.replaceAll('_', ''))]),
].sort();

const sourcesByName = new Map(securityEventSources.map((each) => [each.name, each]));
const sourcesBySpelling = new Map(
  securityEventSources.flatMap((each) =>
    [each.name, ...each.aliases].map((spelling) => [spelling, each.name] as const),
  ),
);

/** The name that events carry, from any spelling; undefined for what is no source. */
export function sourceNamed(text: string): string | undefined {
  return sourcesBySpelling.get(text.toLowerCase());
}

/** What people call a source; one that is not listed keeps its name. */
export function serviceOf(source: string): string {
  return sourcesByName.get(source)?.service ?? source;
}
