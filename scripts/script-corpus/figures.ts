import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Checked in, because the scripts that they count are not part of the project. */
const FILE = new URL('./figures.json', import.meta.url);

/** Published builds of one kind. */
export interface BuildFigures {
  readonly builds: number;
  readonly scored: number;
  /** Builds with an integrity below 10. */
  readonly malicious: readonly string[];
}

/** Malicious scripts of one kind. */
export interface CorpusFigures {
  readonly scripts: number;
  readonly found: number;
  /** Scripts of like structure are one family; the share that is found of each counts once. */
  readonly families: number;
  readonly foundFamilies: number;
}

/** Scripts with scores from a number on, up to the next row. */
export interface CalibrationRow {
  readonly from: number;
  readonly bad: number;
  readonly good: number;
}

export interface Figures {
  /** Rules may have been changed because of these builds. */
  readonly seen?: Readonly<Record<string, BuildFigures>>;
  /** Measured once. Later changes of rules are not in these figures. */
  readonly heldBack?: Readonly<Record<string, BuildFigures>>;
  readonly corpus?: Readonly<Record<string, CorpusFigures>>;
  /** By points that were fitted without the family of the script; see `scripts/script-points.ts`. */
  readonly crossValidated?: Readonly<Record<string, CorpusFigures>>;
  readonly calibration?: readonly CalibrationRow[];
  /** Milliseconds of processor time for 100 KB, over all builds that were seen. */
  readonly millisecondsPer100Kb?: number;
}

export const readFigures = (): Figures =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Figures) : {};

export function recordFigures(figures: Figures): void {
  const all = { ...readFigures(), ...figures };
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`);
}
