import { digitsOf, weightedSum } from './digits.ts';

/** Thirteen digits from 756 on with the check digit of EAN-13. */
export function swissAhv(candidate: string): boolean {
  const digits = digitsOf(candidate);
  return (
    digits.length === 13 && weightedSum(digits, [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0
  );
}
