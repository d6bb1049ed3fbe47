/**
 * Tags that select core rules: level 1 has few false positives, each higher level finds more attacks and has more false
 * positives. To select level n, disable the tags above it.
 */
export const paranoiaLevels = [
  'paranoia-level-1',
  'paranoia-level-2',
  'paranoia-level-3',
  'paranoia-level-4',
] as const;

/** Threat scores at which the closing rule acts, by the name of the sensitivity. */
export const scoreThresholds = { low: 60, medium: 40, high: 25 } as const;

export type ParanoiaTag = (typeof paranoiaLevels)[number];

export const paranoiaTag = (level: 1 | 2 | 3 | 4): ParanoiaTag => `paranoia-level-${level}`;
