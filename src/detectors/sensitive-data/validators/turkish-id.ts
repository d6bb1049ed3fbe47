import { digitsOf, weightedSum } from './digits.ts';

/** The tenth digit checks the odd and even positions, the eleventh the sum of the first ten. */
export function turkishId(candidate: string): boolean {
  const digits = digitsOf(candidate);
  if (digits.length !== 11 || digits[0] === 0) return false;
  const weighted = weightedSum(digits, [7, -1, 7, -1, 7, -1, 7, -1, 7]);
  const sum = weightedSum(digits, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  return digits[9] === ((weighted % 10) + 10) % 10 && digits[10] === sum % 10;
}
