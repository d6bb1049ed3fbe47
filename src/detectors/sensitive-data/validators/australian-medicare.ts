import { digitsOf, weightedSum } from './digits.ts';

/** Eight digits, a check digit, an issue number from 1 on and an optional number of the person on the card. */
export function australianMedicare(candidate: string): boolean {
  const digits = digitsOf(candidate);
  const [first = 0] = digits;
  return (
    (digits.length === 10 || digits.length === 11) &&
    first >= 2 &&
    first <= 6 &&
    digits[9] !== 0 &&
    weightedSum(digits, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === digits[8]
  );
}
