import { isDate } from './calendar.ts';
import { digitsOf, weightedSum } from './digits.ts';

/** Centuries are added to the month: 80 for the 1800s, 0, 20, 40, 60 from the 1900s on. */
const centuries = new Map([
  [4, 1800],
  [0, 1900],
  [1, 2000],
  [2, 2100],
  [3, 2200],
]);

export function polishPesel(candidate: string): boolean {
  const digits = digitsOf(candidate);
  if (digits.length !== 11) return false;
  const pair = (at: number): number => (digits[at] ?? 0) * 10 + (digits[at + 1] ?? 0);
  const century = centuries.get(Math.floor(pair(2) / 20)) ?? 0;
  return (
    isDate(century + pair(0), pair(2) % 20, pair(4)) &&
    weightedSum(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0
  );
}
