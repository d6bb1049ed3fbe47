import { digitsOf, isOneDigitRepeated, weightedSum } from './digits.ts';

const weights = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/** Two check digits over weights 2 to 9 from the right; remainders below two give zero. */
export function brazilianCnpj(candidate: string): boolean {
  const digits = digitsOf(candidate);
  if (digits.length !== 14 || isOneDigitRepeated(digits)) return false;
  const check = (sum: number): number => (sum % 11 < 2 ? 0 : 11 - (sum % 11));
  return (
    digits[12] === check(weightedSum(digits, weights.slice(1))) &&
    digits[13] === check(weightedSum(digits, weights))
  );
}
