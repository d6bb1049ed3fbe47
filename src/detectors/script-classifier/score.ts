import type { ScoreFamily } from './features/feature.ts';

/** 1 is surely bad, 99 surely good. */
export interface ScriptScores extends Readonly<Record<ScoreFamily, number>> {
  /** All in all. Below 10 a script is malicious. */
  readonly integrity: number;
}

export type FamilyPoints = Readonly<Record<ScoreFamily, number>>;

/** Points after which what is left of the score shrinks to 37 %. */
const SCALE = 40;

/** Points of malice count in full for the worst kind and by half for the others. */
const OTHER_MALICE = 0.5;

/**
 * Obfuscation and data flow alone are no malice: honest software protects its code and sends forms. They
 * make other findings graver, together by fewer points than 97, from which on a score is below 10.
 */
const support = {
  obfuscation: { share: 0.4, most: 40 },
  dataflow: { share: 0.3, most: 30 },
} as const;

/** `1 + 98 · e^(−points / 40)`, rounded: 0 points give 99, 55 give 26, 100 give 9, 200 give 2. */
export const scoreOf = (points: number): number => Math.round(1 + 98 * Math.exp(-points / SCALE));

export function scoresOf(points: FamilyPoints): ScriptScores {
  return {
    integrity: scoreOf(integrityPoints(points)),
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
