import type { ManagedRuleset } from '../managed-rulesets/managed-ruleset.ts';

/** The content of the packages, the predecessors of managed rulesets. It is the same in all zones. */
export interface PreviousPackage {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  /** Rules of an anomaly package only add to a score; those of a traditional one act by themselves. */
  readonly detectionMode: 'traditional' | 'anomaly';
  readonly groups: readonly PreviousGroup[];
  /** In the order of evaluation. */
  readonly rules: readonly PreviousRule[];
  /** The ruleset that the edge runs, with the id of the package; undefined if there are no rules. */
  readonly ruleset: ManagedRuleset | undefined;
}

export interface PreviousGroup {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The tag in the managed ruleset of today that selects exactly the rules of this group, if there is one. */
  readonly tag: string | undefined;
}

export type PreviousRule = DenyRule | AnomalyRule;

interface RuleBase {
  /** Its number, which is also its id in events. */
  readonly id: string;
  readonly description: string;
  readonly group: PreviousGroup;
  /** Its place in the package. */
  readonly priority: number;
  /** The id of the same rule in the managed ruleset of today. */
  readonly currentId: string;
}

/** A traditional rule. */
export interface DenyRule extends RuleBase {
  readonly kind: 'deny';
  /** The meaning of the mode `default`. */
  readonly defaultMode: Exclude<DenyMode, 'default'>;
}

export interface AnomalyRule extends RuleBase {
  readonly kind: 'anomaly';
  /** Its mode until another one is set. */
  readonly defaultMode: SwitchMode;
}

export const denyModes = ['default', 'disable', 'simulate', 'block', 'challenge'] as const;
export type DenyMode = (typeof denyModes)[number];

export const switchModes = ['on', 'off'] as const;
export type SwitchMode = (typeof switchModes)[number];

export type RuleMode = DenyMode | SwitchMode;

/** The modes that a rule can have. */
export const allowedModes: Readonly<Record<PreviousRule['kind'], readonly RuleMode[]>> = {
  deny: denyModes,
  anomaly: switchModes,
};

/** The mode of a rule until another one is set. */
export const initialMode = (rule: PreviousRule): RuleMode =>
  rule.kind === 'deny' ? 'default' : rule.defaultMode;

export const sensitivities = ['high', 'medium', 'low', 'off'] as const;
export type Sensitivity = (typeof sensitivities)[number];

/** The initial settings of a zone. */
export const DEFAULT_SENSITIVITY: Sensitivity = 'high';

export const actionModes = ['simulate', 'block', 'challenge'] as const;
export type ActionMode = (typeof actionModes)[number];

export const DEFAULT_ACTION_MODE: ActionMode = 'challenge';
