import type { RulesetOverrides } from '../../contracts/snapshot/rulesets-section.ts';

/** `default`: it was never set. */
export type Sensitivity = 'high' | 'medium' | 'low' | 'default' | 'off';
export type ActionMode = 'simulate' | 'block' | 'challenge';

interface CoreSettings {
  readonly paranoiaLevel: 1 | 2;
  readonly scoreThreshold: number;
}

/** The settings of the core ruleset that replace a sensitivity of the previous one. */
export const coreSettings: Readonly<Record<Exclude<Sensitivity, 'off'>, CoreSettings>> = {
  high: { paranoiaLevel: 2, scoreThreshold: 40 },
  medium: { paranoiaLevel: 1, scoreThreshold: 25 },
  low: { paranoiaLevel: 1, scoreThreshold: 40 },
  default: { paranoiaLevel: 2, scoreThreshold: 40 },
};

const actions: Readonly<Record<ActionMode, string>> = {
  simulate: 'log',
  block: 'block',
  challenge: 'challenge',
};

/** The levels above the paranoia level are switched off; threshold and action belong to the closing rule. */
export function coreOverrides(
  sensitivity: Exclude<Sensitivity, 'off'>,
  mode: ActionMode,
  closingRuleId: string,
): RulesetOverrides {
  const { paranoiaLevel, scoreThreshold } = coreSettings[sensitivity];
  const above = [2, 3, 4].filter((level) => level > paranoiaLevel);
  return {
    categories: above.map((level) => ({ category: `paranoia-level-${level}`, enabled: false })),
    rules: [{ id: closingRuleId, score_threshold: scoreThreshold, action: actions[mode] }],
  };
}
