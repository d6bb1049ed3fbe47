/** Requests and rules by what both firewalls did, or would have done, since both run. */
export interface MigrationComparison {
  readonly since: string | null;
  readonly requests: {
    readonly total: number;
    readonly neither: number;
    readonly old: number;
    readonly new: number;
    readonly both: number;
  };
  readonly rules: readonly ComparedRule[];
  readonly not_migrated: readonly LostMode[];
}

interface ComparedRule {
  readonly firewall: 'old' | 'new';
  readonly id: string;
  readonly description: string;
  readonly requests: number;
  /** Requests that the other firewall let pass. */
  readonly alone: number;
}

/** The mode of a group or rule that has no equivalent. */
export interface LostMode {
  readonly kind: 'group' | 'rule';
  readonly id: string;
  readonly description: string;
  readonly mode: string;
}
