import { digitsOf, isOneDigitRepeated, weightedSum } from './digits.ts';

/** Tax file number of nine digits: weighted sum divisible by eleven. */
export function australianTfn(candidate: string): boolean {
  const digits = digitsOf(candidate);
  if (digits.length !== 9 || isOneDigitRepeated(digits)) return false;
  return weightedSum(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0;
}
