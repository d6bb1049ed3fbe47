import type { BypassProduct } from '../../../catalogs/bypassed-phases.ts';
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
