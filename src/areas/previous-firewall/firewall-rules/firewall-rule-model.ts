import type { StoredDocument } from '../../../resources/document-store.ts';
import type { Filter } from '../filters/filter-model.ts';

/** Actions in the order of their precedence, the strongest first: `log` and `bypass` do not end the evaluation. */
export const firewallRuleActions = [
  'log',
  'bypass',
  'allow',
  'challenge',
  'managed_challenge',
  'js_challenge',
  'block',
] as const;

export type FirewallRuleAction = (typeof firewallRuleActions)[number];

/** What a bypass rule can bypass, and the phase of the edge that this is; undefined where nothing here checks such requests. */
export const bypassedPhases = {
  zoneLockdown: undefined,
  uaBlock: undefined,
  bic: undefined,
  hot: undefined,
  securityLevel: undefined,
  rateLimit: 'http_ratelimit',
  waf: 'previous_managed_rules',
} as const;

export type BypassProduct = keyof typeof bypassedPhases;

export const bypassProducts = Object.keys(bypassedPhases) as readonly BypassProduct[];

/** An action on requests that a filter matches. */
export interface FirewallRule extends StoredDocument<FirewallRuleDocument> {
  readonly zoneId: string;
}

export interface FirewallRuleDocument {
  readonly filter: { readonly id: string };
  readonly action: FirewallRuleAction;
  /** Rules with a priority come first, the lowest number first. */
  readonly priority?: number;
  readonly paused?: boolean;
  readonly description?: string;
  readonly ref?: string;
  /** Only of bypass rules. */
  readonly products?: readonly BypassProduct[];
}

export interface FirewallRuleWithFilter {
  readonly rule: FirewallRule;
  readonly filter: Filter;
}
