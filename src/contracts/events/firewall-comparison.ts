/** The topic on which edge processes publish what both firewalls of a zone would have done. */
export const FIREWALL_COMPARISONS_TOPIC = 'firewall-comparisons';

/** The maximum number of zones in one message. Each has at most as many rules as there are managed rules. */
export const MAX_COMPARED_ZONES = 20;

/** Counts of an edge process over a few seconds, of zones that run both firewalls. */
export interface FirewallComparisons {
  readonly zones: readonly FirewallComparison[];
}

export interface FirewallComparison {
  readonly zoneId: string;
  readonly requests: ComparedRequests;
  readonly rules: readonly ComparedRule[];
}

/** How many requests each firewall would have refused or challenged. */
export interface ComparedRequests {
  readonly neither: number;
  readonly old: number;
  readonly new: number;
  readonly both: number;
}

/** Requests that a rule matched, and those among them that the other firewall let pass. */
export interface ComparedRule {
  readonly firewall: 'old' | 'new';
  readonly ruleId: string;
  readonly requests: number;
  readonly alone: number;
}
