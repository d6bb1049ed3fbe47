import { isDate } from './calendar.ts';
import { digitsOf, weightedSum } from './digits.ts';

/** GB 11643: birth date in the middle, ISO 7064 mod 11-2 at the end, X for ten. */
export function chineseResidentId(candidate: string): boolean {
  const date = /^\d{6}(\d{4})(\d{2})(\d{2})\d{3}[\dX]$/.exec(candidate);
  if (date === null) return false;
  const sum = weightedSum(
    digitsOf(candidate.slice(0, 17)),
    [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2],
  );
  return (
    isDate(Number(date[1]), Number(date[2]), Number(date[3])) &&
    '10X98765432'[sum % 11] === candidate[17]
  );
}
