import { digitsOf, weightedSum } from './digits.ts';

/** Divisible by eleven with the check digit counted once. */
export function argentineCuit(candidate: string): boolean {
  const digits = digitsOf(candidate);
  return digits.length === 11 && weightedSum(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0;
}
