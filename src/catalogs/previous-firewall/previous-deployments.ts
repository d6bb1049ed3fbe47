import type {
  ManagedDeployment,
  RulesetOverrides,
} from '../../contracts/snapshot/rulesets-section.ts';
import { paranoiaTag } from '../managed-rulesets/core/paranoia-levels.ts';
import { managedPackage } from './managed-package.ts';
import { owaspPackage } from './owasp-package.ts';
import { managedOverrides, type Naming, owaspOverrides } from './package-overrides.ts';
import { DEFAULT_SENSITIVITY, type Sensitivity } from './previous-package.ts';
import { CLOSING_NUMBER } from './rule-numbers.ts';
import {
  actionOfMode,
  type OverrideActions,
  scoreModeOf,
  type ZonePackages,
} from './rule-states.ts';

/** The score at which the OWASP package acts. It is higher for requests of scripts, whose data resembles attacks more often. */
const scoreLimits: Readonly<Record<Exclude<Sensitivity, 'off'>, ScoreLimits>> = {
  low: { pages: 60, scripts: 120 },
  medium: { pages: 40, scripts: 80 },
  high: { pages: 25, scripts: 65 },
};

interface ScoreLimits {
  readonly pages: number;
  readonly scripts: number;
}

/** A package with the condition under which the edge runs it. */
export interface PreviousDeployment {
  readonly requests: 'all' | keyof ScoreLimits;
  readonly executes: ManagedDeployment;
}

const naming: Naming = { idOf: ({ id }) => id, tagsOf: ({ id }) => [id] };

const higherLevels = ([3, 4] as const).map((level) => ({
  category: paranoiaTag(level),
  enabled: false,
}));

/** The packages with the settings of a zone, or with those of one of its URI overrides. */
export function previousDeployments(
  zone: ZonePackages,
  override: OverrideActions,
): readonly PreviousDeployment[] {
  const managed = managedOverrides(zone, override, naming);
  return [
    { requests: 'all', executes: deploymentOf(managedPackage.id, managed) },
    ...owaspDeployments(zone, override),
  ];
}

function owaspDeployments(zone: ZonePackages, override: OverrideActions): PreviousDeployment[] {
  const sensitivity = zone.sensitivity ?? DEFAULT_SENSITIVITY;
  const mode = scoreModeOf(zone, override);
  if (sensitivity === 'off' || mode === 'disable') return [];
  const { categories, rules } = owaspOverrides(zone, override, naming);
  const limits = scoreLimits[sensitivity];
  return (['pages', 'scripts'] as const).map((requests) => {
    const closing = {
      id: CLOSING_NUMBER,
      score_threshold: limits[requests],
      action: actionOfMode[mode],
    };
    const overrides = {
      categories: [...higherLevels, ...categories],
      rules: [...rules, closing],
    };
    return { requests, executes: deploymentOf(owaspPackage.id, overrides) };
  });
}

function deploymentOf(rulesetId: string, overrides: RulesetOverrides): ManagedDeployment {
  const isEmpty = Object.keys(overrides).length === 0;
  return { kind: 'managed', rulesetId, ...(!isEmpty && { overrides }) };
}
