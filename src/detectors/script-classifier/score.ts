import type { ScoreFamily } from './features/feature.ts';

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

/** Of the three malicious families the worst counts in full, the others by half. */
const OTHER_MALICE = 0.5;

/**
 * Obfuscation and data flow alone are not malicious: honest software protects its code and sends forms. They
 * support other findings with at most 70 points together; a script is malicious from 98 points on.
 */
const support = {
  obfuscation: { share: 0.4, most: 40 },
  dataflow: { share: 0.3, most: 30 },
} as const;

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
  const malice = [points.malware, points.cryptomining, points.magecart];
  const worst = Math.max(...malice);
  const others = malice.reduce((sum, it) => sum + it, 0) - worst;
  const supporting = (['obfuscation', 'dataflow'] as const)
    .map((family) => Math.min(points[family] * support[family].share, support[family].most))
    .reduce((sum, it) => sum + it, 0);
  return worst + others * OTHER_MALICE + supporting;
}
