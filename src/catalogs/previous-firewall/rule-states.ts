import {
  type ActionMode,
  type AnomalyRule,
  DEFAULT_ACTION_MODE,
  type DenyMode,
  type DenyRule,
  type PreviousGroup,
  type RuleMode,
  type Sensitivity,
} from './previous-package.ts';

/** Settings of the packages in a zone. Null and absent modes are the defaults. */
export interface ZonePackages {
  readonly sensitivity: Sensitivity | null;
  readonly actionMode: ActionMode | null;
  /** By the id of a group or a rule. */
  readonly modes: ReadonlyMap<string, RuleMode>;
}

/** The changes of a URI override to the packages. */
export interface OverrideActions {
  /** By the id of a group. Anything but `disable` switches the group on. */
  readonly groups: Readonly<Record<string, DenyMode>>;
  /** By the id of a rule. It does not switch the group of the rule on. */
  readonly rules: Readonly<Record<string, DenyMode>>;
  /** Replaces the modes of all rules that the override does not name. */
  readonly rewrite_action: Readonly<Partial<Record<DenyMode, DenyMode>>>;
}

export const noOverride: OverrideActions = { groups: {}, rules: {}, rewrite_action: {} };

export type EffectiveMode = DenyRule['defaultMode'];

export function isGroupOn(
  { id }: PreviousGroup,
  { modes }: ZonePackages,
  { groups }: OverrideActions,
): boolean {
  const action = groups[id];
  return action === undefined ? modes.get(id) !== 'off' : action !== 'disable';
}

/** The effective mode of a rule whose group is on. */
export function denyModeOf(
  rule: DenyRule,
  { modes }: ZonePackages,
  { groups, rules, rewrite_action: rewrite }: OverrideActions,
): EffectiveMode {
  const resolved = (mode: DenyMode) => (mode === 'default' ? rule.defaultMode : mode);
  const named = rules[rule.id];
  if (named) return resolved(named);
  const mode = (modes.get(rule.id) ?? 'default') as DenyMode; // only such modes are stored for it
  const ofGroup = groups[rule.group.id] ?? 'default';
  // An action for a group does not switch on the rules in it that are off.
  if (ofGroup !== 'default' && resolved(mode) !== 'disable') return resolved(ofGroup);
  return resolved(rewrite[mode] ?? rewrite[resolved(mode)] ?? mode);
}

/** Whether a rule counts for the score, if its group is on. */
export function isCounted(
  { id, defaultMode }: AnomalyRule,
  { modes }: ZonePackages,
  { rules }: OverrideActions,
): boolean {
  const named = rules[id];
  if (named && named !== 'default') return named !== 'disable';
  return (named ? defaultMode : (modes.get(id) ?? defaultMode)) === 'on';
}

/** The effective action mode for requests with a high score. */
export function scoreModeOf(
  { actionMode }: ZonePackages,
  { rewrite_action: rewrite }: OverrideActions,
): ActionMode | 'disable' {
  const mode = actionMode ?? DEFAULT_ACTION_MODE;
  const chosen = rewrite[actionMode ?? 'default'] ?? rewrite[mode] ?? mode;
  return chosen === 'default' ? DEFAULT_ACTION_MODE : chosen;
}

/** The equivalent action in rulesets. */
export const actionOfMode = {
  simulate: 'log',
  block: 'block',
  challenge: 'challenge',
} as const satisfies Record<ActionMode, string>;
