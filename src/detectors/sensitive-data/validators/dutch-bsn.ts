import { digitsOf, isOneDigitRepeated, weightedSum } from './digits.ts';

/** The "elfproef": weights 9 to 2 and −1, divisible by eleven. */
export function dutchBsn(candidate: string): boolean {
  const digits = digitsOf(candidate);
  if (digits.length !== 9 || isOneDigitRepeated(digits)) return false;
  return weightedSum(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0;
}
