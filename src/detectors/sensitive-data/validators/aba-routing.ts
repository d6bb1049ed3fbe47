import { digitsOf, weightedSum } from './digits.ts';

/** Weights 3, 7, 1; the first two digits are a Federal Reserve district, thrift, electronic or travel range. */
export function abaRouting(candidate: string): boolean {
  const digits = digitsOf(candidate);
  const district = (digits[0] ?? 0) * 10 + (digits[1] ?? 0);
  const isAssigned =
    (district >= 1 && district <= 12) ||
    (district >= 21 && district <= 32) ||
    (district >= 61 && district <= 72) ||
    district === 80;
  return (
    digits.length === 9 && isAssigned && weightedSum(digits, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0
  );
}
