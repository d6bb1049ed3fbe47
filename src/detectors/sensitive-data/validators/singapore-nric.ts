import { digitsOf, weightedSum } from './digits.ts';

/** The offset of each series, and its check letters by remainder. */
const series: Readonly<Record<string, readonly [number, string]>> = {
  S: [0, 'JZIHGFEDCBA'],
  T: [4, 'JZIHGFEDCBA'],
  F: [0, 'XWUTRQPNMLK'],
  G: [4, 'XWUTRQPNMLK'],
  M: [3, 'XWUTRQPNJLK'],
};

export function singaporeNric(candidate: string): boolean {
  const [offset, letters] = series[candidate[0] ?? ''] ?? [0, ''];
  const sum = offset + weightedSum(digitsOf(candidate), [2, 7, 6, 5, 4, 3, 2]);
  return letters !== '' && letters[sum % 11] === candidate.at(-1);
}
