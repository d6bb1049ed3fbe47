import { isShortDate } from './calendar.ts';
import { luhn } from './luhn.ts';

/** Birth date, sequence, citizenship (0 to 2), a former race digit, Luhn digit. */
export function southAfricanId(candidate: string): boolean {
  const digits = candidate.replace(/\D/g, '');
  const [year = 0, month = 0, day = 0] = (digits.match(/../g) ?? []).map(Number);
  return (
    digits.length === 13 &&
    isShortDate(year, month, day) &&
    /[012]/.test(digits[10] ?? '') &&
    luhn(digits)
  );
}
