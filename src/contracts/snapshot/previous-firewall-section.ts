import type { RulesetSnapshot } from './rulesets-section.ts';

/** The steps of the previous firewall. The edge runs them like phases, but no ruleset of the API can be in them. */
export const previousPhases = ['previous_firewall_rules', 'previous_managed_rules'] as const;

export type PreviousPhase = (typeof previousPhases)[number];

/** The previous firewall of a zone, as the rulesets that have its effect. */
export interface PreviousFirewallSection {
  /** Whether the zone runs the new managed rules beside the previous ones, to compare them. */
  readonly isCompared?: boolean;
  readonly phases: Readonly<Partial<Record<PreviousPhase, RulesetSnapshot>>>;
}
