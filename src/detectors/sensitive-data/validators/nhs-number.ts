import { digitsOf, isOneDigitRepeated, weightedSum } from './digits.ts';

/** NHS data dictionary: weights 10 to 2, check digit 11 − sum mod 11; 10 is not issued. */
export function nhsNumber(candidate: string): boolean {
  const digits = digitsOf(candidate);
  if (digits.length !== 10 || isOneDigitRepeated(digits)) return false;
  return weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}
