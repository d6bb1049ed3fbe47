import { digitsOf } from './digits.ts';

/** ISO 7064 mod 11,10; among the first ten digits exactly one occurs twice or three times. */
export function germanTaxId(candidate: string): boolean {
  const digits = digitsOf(candidate);
  if (digits.length !== 11 || digits[0] === 0) return false;
  const counts = new Map<number, number>();
  for (const digit of digits.slice(0, 10)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  const repeated = [...counts.values()].filter((count) => count > 1);
  if (repeated.length !== 1 || (repeated[0] ?? 0) > 3) return false;
  return mod11And10(digits.slice(0, 10)) === digits[10];
}

function mod11And10(digits: readonly number[]): number {
  const rest = digits.reduce((carry, digit) => (((carry + digit) % 10 || 10) * 2) % 11, 10);
  return (11 - rest) % 10;
}
