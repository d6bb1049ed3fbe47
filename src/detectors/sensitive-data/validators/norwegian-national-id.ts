import { digitsOf, weightedSum } from './digits.ts';

/** Two check digits modulo eleven; day raised by 40 for temporary numbers. */
export function norwegianNationalId(candidate: string): boolean {
  const digits = digitsOf(candidate);
  const day = ((digits[0] ?? 0) % 4) * 10 + (digits[1] ?? 0);
  return (
    digits.length === 11 &&
    day >= 1 &&
    day <= 31 &&
    weightedSum(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11 === 0 &&
    weightedSum(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0
  );
}
