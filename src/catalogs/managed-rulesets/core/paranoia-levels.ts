/**
 * Tags by which the core rules are chosen: level 1 has few false alarms, each further level finds
 * more and errs more. Level n is chosen by disabling the tags above it.
 */
export const paranoiaLevels = [
  'paranoia-level-1',
  'paranoia-level-2',
  'paranoia-level-3',
  'paranoia-level-4',
] as const;

/** Threat scores at which the closing rule acts, by the names that people choose them with. */
export const scoreThresholds = { low: 60, medium: 40, high: 25 } as const;
