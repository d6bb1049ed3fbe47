import type {
  ActionMode,
  PreviousGroup,
  PreviousPackage,
  PreviousRule,
  RuleMode,
  Sensitivity,
} from '../../../catalogs/previous-firewall/previous-package.ts';
import { initialMode } from '../../../catalogs/previous-firewall/previous-package.ts';
import type { ZonePackages } from '../../../catalogs/previous-firewall/rule-states.ts';

/** Settings of an anomaly package; null if they were never set. */
export interface ScoreSettings {
  readonly sensitivity: Sensitivity | null;
  readonly actionMode: ActionMode | null;
}

export const noSettings: ZonePackages = { sensitivity: null, actionMode: null, modes: new Map() };

export const modeOfGroup = ({ modes }: ZonePackages, { id }: PreviousGroup): RuleMode =>
  modes.get(id) ?? 'on';

export const modeOfRule = ({ modes }: ZonePackages, rule: PreviousRule): RuleMode =>
  modes.get(rule.id) ?? initialMode(rule);

/** The number of rules of a group, and of those whose mode was changed. */
export function countsOf(
  { modes }: ZonePackages,
  { rules }: PreviousPackage,
  group: PreviousGroup,
) {
  const inGroup = rules.filter((rule) => rule.group === group);
  return { rules: inGroup.length, modified: inGroup.filter(({ id }) => modes.has(id)).length };
}
