import assert from 'node:assert/strict';

const MOST_ATTEMPTS = 5;

/**
 * Measures up to five times, until a figure is below the limit, and returns all of them. Other work on the machine only ever
 * makes a figure larger; what is too slow by itself is so every time.
 */
export async function measuredWithin(
  limitMs: number,
  measure: () => Promise<number>,
): Promise<number[]> {
  const figures: number[] = [];
  while (figures.length < MOST_ATTEMPTS) {
    const figure = Math.round(await measure());
    figures.push(figure);
    if (figure < limitMs) return figures;
  }
  assert.fail(`not below ${limitMs} ms: ${figures.join(', ')}`);
}
