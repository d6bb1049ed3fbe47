import type { RulesetOverrides } from '../../contracts/snapshot/rulesets-section.ts';
import { closingRule } from '../managed-rulesets/core/closing-rule.ts';
import { coreRuleset } from '../managed-rulesets/core/core.ts';
import { paranoiaLevels } from '../managed-rulesets/core/paranoia-levels.ts';
import { managedRuleset } from '../managed-rulesets/managed/managed.ts';
import { managedOverrides, type Naming, owaspOverrides } from './package-overrides.ts';
import { groupOfFamily } from './previous-groups.ts';
import type { Sensitivity } from './previous-package.ts';
import {
  actionOfMode,
  type OverrideActions,
  scoreModeOf,
  type ZonePackages,
} from './rule-states.ts';

interface ScoreSettings {
  readonly paranoia: 1 | 2;
  readonly threshold: number;
}

/** The settings of the core ruleset that replace a sensitivity; `default`: it was never set. */
export const scoreSettings: Readonly<
  Record<Exclude<Sensitivity, 'off'> | 'default', ScoreSettings>
> = {
  high: { paranoia: 2, threshold: 40 },
  medium: { paranoia: 1, threshold: 25 },
  low: { paranoia: 1, threshold: 40 },
  default: { paranoia: 2, threshold: 40 },
};

/** The deployment of a managed ruleset that replaces a package. */
export interface CurrentDeployment {
  readonly rulesetId: string;
  readonly overrides: RulesetOverrides;
}

const managedNaming: Naming = {
  idOf: ({ currentId }) => currentId,
  tagsOf: ({ tag }) => (tag === undefined ? [] : [tag]),
};

const coreNaming: Naming = {
  idOf: ({ currentId }) => currentId,
  tagsOf: ({ id }) =>
    Object.entries(groupOfFamily).flatMap(([family, group]) => (group.id === id ? [family] : [])),
};

/** The deployments of managed rulesets that replace the packages, with all settings that have an equivalent. */
export function currentDeployments(
  zone: ZonePackages,
  override: OverrideActions,
): readonly CurrentDeployment[] {
  const managed = managedOverrides(zone, override, managedNaming);
  return [{ rulesetId: managedRuleset.id, overrides: managed }, ...coreDeployments(zone, override)];
}

function coreDeployments(zone: ZonePackages, override: OverrideActions): CurrentDeployment[] {
  const sensitivity = zone.sensitivity ?? 'default';
  const mode = scoreModeOf(zone, override);
  if (sensitivity === 'off' || mode === 'disable') return [];
  const { paranoia, threshold } = scoreSettings[sensitivity];
  const { categories, rules } = owaspOverrides(zone, override, coreNaming);
  const higher = paranoiaLevels.slice(paranoia).map((category) => ({ category, enabled: false }));
  const closing = {
    id: closingRule.id,
    score_threshold: threshold,
    action: actionOfMode[mode],
  };
  const overrides = { categories: [...higher, ...categories], rules: [...rules, closing] };
  return [{ rulesetId: coreRuleset.id, overrides }];
}
