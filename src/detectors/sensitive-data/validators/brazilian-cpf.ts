import { digitsOf, isOneDigitRepeated, weightedSum } from './digits.ts';

/** Two check digits; a remainder of ten counts as zero. */
export function brazilianCpf(candidate: string): boolean {
  const digits = digitsOf(candidate);
  if (digits.length !== 11 || isOneDigitRepeated(digits)) return false;
  const first = ((weightedSum(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10;
  const second = ((weightedSum(digits, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) * 10) % 11) % 10;
  return digits[9] === first && digits[10] === second;
}
