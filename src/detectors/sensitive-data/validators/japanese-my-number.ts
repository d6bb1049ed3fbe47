import { digitsOf, isOneDigitRepeated, weightedSum } from './digits.ts';

/** Individual number: weights 6 to 2 and 7 to 2; remainders below two give zero. */
export function japaneseMyNumber(candidate: string): boolean {
  const digits = digitsOf(candidate);
  if (digits.length !== 12 || isOneDigitRepeated(digits)) return false;
  const rest = weightedSum(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return digits[11] === (rest < 2 ? 0 : 11 - rest);
}
