import type { ScoreFamily } from './features/feature.ts';
import { fittedPoints } from './features/fitted-points.ts';

/** From 1 (surely bad) to 99 (surely good). */
export interface ScriptScores extends Readonly<Record<ScoreFamily, number>> {
  /** The script as a whole. Below 10 it is malicious. */
  readonly integrity: number;
}

export type FamilyPoints = Readonly<Record<ScoreFamily, number>>;

/** A script with a lower integrity score is malicious. */
export const MALICIOUS_BELOW = 10;

/** Each 40 points reduce the score to 37 %. */
const SCALE = 40;

/**
 * The most that obfuscation and data flow add, as their author judges it. Alone they are not malicious: honest software protects
 * its code and sends forms. A script is malicious from 98 points on.
 */
export const supportingFamilies = { obfuscation: 40, dataflow: 30 } as const;

/** `1 + 98 · e^(−points / 40)`, rounded: 0 points give 99, 55 give 26, 100 give 9, 200 give 2. */
export const scoreOf = (points: number): number => Math.round(1 + 98 * Math.exp(-points / SCALE));

/** An unchanged release of a known library has at least this integrity. */
const KNOWN_RELEASE_AT_LEAST = 80;

/** Without sufficient evidence a script is at most suspicious, however many points it has; see `evidence.ts`. */
export function scoresOf(
  points: FamilyPoints,
  hasEvidence: boolean,
  isKnownRelease = false,
): ScriptScores {
  const least = isKnownRelease ? KNOWN_RELEASE_AT_LEAST : hasEvidence ? 1 : MALICIOUS_BELOW;
  return {
    integrity: Math.max(scoreOf(integrityPoints(points)), least),
    obfuscation: scoreOf(points.obfuscation),
    dataflow: scoreOf(points.dataflow),
    malware: scoreOf(points.malware),
    cryptomining: scoreOf(points.cryptomining),
    magecart: scoreOf(points.magecart),
  };
}

function integrityPoints(points: FamilyPoints): number {
  const support = (['obfuscation', 'dataflow'] as const)
    .map((family) => {
      const most = fittedPoints.get(family) ?? supportingFamilies[family];
      return (Math.min(points[family], 100) / 100) * most;
    })
    .reduce((sum, it) => sum + it, 0);
  return points.malware + points.cryptomining + points.magecart + support;
}
