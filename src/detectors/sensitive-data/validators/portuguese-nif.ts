import { digitsOf, weightedSum } from './digits.ts';

/** Weights 9 to 2; a check value of ten or eleven is written as zero. */
export function portugueseNif(candidate: string): boolean {
  const digits = digitsOf(candidate);
  const check = 11 - (weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return digits.length === 9 && digits[8] === (check > 9 ? 0 : check);
}
