import { createHash } from 'node:crypto';
import type { ScoreFamily } from '../../src/detectors/script-classifier/features/feature.ts';
import { features } from '../../src/detectors/script-classifier/features/features.ts';
import { supportingFamilies } from '../../src/detectors/script-classifier/score.ts';
import type { ScriptVerdict } from '../../src/detectors/script-classifier/script-verdict.ts';
import { type FitRow, fitLogistic, logOdds } from './logistic-fit.ts';

/** A script of which is known whether it is malicious. */
export interface KnownScript {
  readonly group: string;
  /** Scripts of like structure, or builds of one package: they are never on both sides of the cross-validation. */
  readonly family: string;
  readonly isBad: boolean;
  readonly verdict: ScriptVerdict;
}

/** Points of features, and the most that a supporting family adds, by `family/id` or `family`. */
export type Points = ReadonlyMap<string, number>;

/** Log-odds of a script without any feature; a script is malicious from odds of 1 on. */
const INTERCEPT = -6;
/** Points at which a script is malicious. */
const MALICIOUS_POINTS = 98;
const POINTS_PER_UNIT = MALICIOUS_POINTS / -INTERCEPT;
/** How many scripts it takes to move a feature away from what its author thinks. */
const STRENGTH = 3;
const PARTS = 10;

/** What authors of features think, before any script was seen. */
const authored: Points = new Map([
  ...Object.entries(supportingFamilies),
  ...(['malware', 'cryptomining', 'magecart'] as const).flatMap((family: ScoreFamily) =>
    features[family].map(({ id, points }): [string, number] => [`${family}/${id}`, points]),
  ),
]);
const names = [...authored.keys()];
const columnOf = new Map(names.map((name, column) => [name, column]));

/** The points that fit the scripts best, in whole numbers. */
export function fitPoints(scripts: readonly KnownScript[]): Points {
  const weights = fitLogistic(rowsOf(scripts), {
    intercept: INTERCEPT,
    prior: [...authored.values()].map((it) => it / POINTS_PER_UNIT),
    strength: STRENGTH,
  });
  return new Map(names.map((name, at) => [name, Math.round((weights[at] ?? 0) * POINTS_PER_UNIT)]));
}

/** The points of each script by a fit that has seen no script of its family. */
export function crossValidate(scripts: readonly KnownScript[]): readonly number[] {
  const parts = scripts.map(({ family }) => createHash('sha256').update(family).digest()[0] ?? 0);
  const found = new Array<number>(scripts.length).fill(0);
  for (let part = 0; part < PARTS; part += 1) {
    const isHeldOut = (_: unknown, at: number): boolean => (parts[at] ?? 0) % PARTS === part;
    const points = fitPoints(scripts.filter((it, at) => !isHeldOut(it, at)));
    const weights = names.map((name) => points.get(name) ?? 0);
    for (const [at, script] of scripts.entries()) {
      if (isHeldOut(script, at)) found[at] = logOdds(cellsOf(script.verdict), weights, 0);
    }
  }
  return found;
}

/**
 * Scripts without evidence are never malicious, whatever points they have, so they say nothing about points. Large families
 * count less than their number: a generator or a package is one author.
 */
function rowsOf(scripts: readonly KnownScript[]): FitRow[] {
  const sizes = new Map<string, number>();
  const judged = scripts.filter(({ verdict }) => verdict.kind === 'scored' && verdict.hasEvidence);
  for (const { family } of judged) sizes.set(family, (sizes.get(family) ?? 0) + 1);
  return judged.map(({ family, isBad, verdict }) => ({
    cells: cellsOf(verdict),
    isBad,
    weight: 1 / Math.sqrt(sizes.get(family) ?? 1),
  }));
}

/** Features that the script has are 1; of a supporting family the share of 100 points. */
function cellsOf(verdict: ScriptVerdict): FitRow['cells'] {
  if (verdict.kind !== 'scored') return [];
  const support = new Map<string, number>();
  const cells: [column: number, value: number][] = [];
  for (const { family, id, points } of verdict.reasons) {
    const column = columnOf.get(`${family}/${id}`);
    if (column !== undefined) cells.push([column, 1]);
    else support.set(family, (support.get(family) ?? 0) + points);
  }
  for (const [family, points] of support) {
    const column = columnOf.get(family);
    if (column !== undefined) cells.push([column, Math.min(points, 100) / 100]);
  }
  return cells;
}
