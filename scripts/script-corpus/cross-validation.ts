import { MALICIOUS_BELOW } from '../../src/detectors/script-classifier/score.ts';
import type { CalibrationRow, CorpusFigures } from './figures.ts';
import type { KnownScript } from './fit-points.ts';

/** Scores from which on a row of the calibration table begins. */
const ROWS = [1, MALICIOUS_BELOW, 25, 50, 75] as const;

/** How many scripts of each group have a malicious score by a fit that has not seen their family. */
export function crossValidationFigures(
  scripts: readonly KnownScript[],
  scores: readonly number[],
): Record<string, CorpusFigures> {
  const found = scripts.map(
    ({ verdict }, at) =>
      verdict.kind === 'scored' && verdict.hasEvidence && (scores[at] ?? 99) < MALICIOUS_BELOW,
  );
  const groups = Map.groupBy(scripts.keys(), (at) => scripts[at]?.group ?? '');
  return Object.fromEntries(
    [...groups].map(([group, members]) => {
      const families = [...Map.groupBy(members, (at) => scripts[at]?.family).values()];
      const share = (family: readonly number[]): number =>
        family.filter((at) => found[at]).length / family.length;
      const foundFamilies = families.reduce((sum, family) => sum + share(family), 0);
      return [
        group,
        {
          scripts: members.length,
          found: members.filter((at) => found[at]).length,
          families: families.length,
          foundFamilies: Number(foundFamilies.toFixed(1)),
        },
      ];
    }),
  );
}

/** What a score means: of the scripts with such a score, how many are bad. Without evidence a score is never malicious. */
export function calibrationOf(
  scripts: readonly KnownScript[],
  scores: readonly number[],
): CalibrationRow[] {
  const rows = ROWS.map((from) => ({ from, bad: 0, good: 0 }));
  for (const [at, { verdict, isBad }] of scripts.entries()) {
    if (verdict.kind !== 'scored') continue;
    const score = Math.max(scores[at] ?? 99, verdict.hasEvidence ? 1 : MALICIOUS_BELOW);
    const row = rows.findLast(({ from }) => from <= score);
    if (row) row[isBad ? 'bad' : 'good'] += 1;
  }
  return rows;
}
