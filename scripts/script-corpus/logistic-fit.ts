/** A script as the fit sees it. */
export interface FitRow {
  /** Values of the columns that are not 0. */
  readonly cells: readonly (readonly [column: number, value: number])[];
  readonly isBad: boolean;
  /** How much the row counts. */
  readonly weight: number;
}

export interface FitOptions {
  /** Log-odds of a script that shows nothing. */
  readonly intercept: number;
  /** What each column weighs as long as rows say nothing else. */
  readonly prior: readonly number[];
  /** How much it takes to change that. */
  readonly strength: number;
}

/** Far more than needed: the weights change by less than a thousandth after about thirty. */
const SWEEPS = 200;

/**
 * Logistic regression with weights of at least 0, so that no feature speaks for a script. Goes through the columns one after the
 * other, with a step of Newton's method for each.
 */
export function fitLogistic(rows: readonly FitRow[], options: FitOptions): number[] {
  const { intercept, prior, strength } = options;
  const weights = [...prior];
  const byColumn: { row: number; value: number }[][] = weights.map(() => []);
  for (const [row, { cells }] of rows.entries()) {
    for (const [column, value] of cells) byColumn[column]?.push({ row, value });
  }
  const odds = rows.map(({ cells }) => logOdds(cells, weights, intercept));
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const [column, cells] of byColumn.entries()) {
      const before = weights[column] ?? 0;
      let slope = strength * (before - (prior[column] ?? 0));
      let curve = strength;
      for (const { row, value } of cells) {
        const { isBad, weight } = rows[row] as FitRow;
        const p = 1 / (1 + Math.exp(-(odds[row] ?? 0)));
        slope += weight * value * (p - (isBad ? 1 : 0));
        curve += weight * value * value * p * (1 - p);
      }
      // Half a step at most of what a weight may be: far from the minimum the curve is flat and a whole step too long.
      const step = Math.max(-intercept / 2, 1);
      const after = Math.max(0, before - Math.max(-step, Math.min(step, slope / curve)));
      weights[column] = after;
      for (const { row, value } of cells) odds[row] = (odds[row] ?? 0) + (after - before) * value;
    }
  }
  return weights;
}

export const logOdds = (
  cells: FitRow['cells'],
  weights: readonly number[],
  intercept: number,
): number =>
  cells.reduce((sum, [column, value]) => sum + (weights[column] ?? 0) * value, intercept);
