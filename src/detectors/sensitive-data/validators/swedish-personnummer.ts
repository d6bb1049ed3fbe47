import { isShortDate } from './calendar.ts';
import { luhn } from './luhn.ts';

/** Ten digits with a Luhn digit; days of coordination numbers are raised by 60. */
export function swedishPersonnummer(candidate: string): boolean {
  const digits = candidate.replace(/\D/g, '').slice(-10);
  const [year = 0, month = 0, day = 0] = (digits.match(/../g) ?? []).map(Number);
  return digits.length === 10 && isShortDate(year, month, day % 60) && luhn(digits);
}
