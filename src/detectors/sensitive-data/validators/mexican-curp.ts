import { isShortDate } from './calendar.ts';

const alphabet = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/** Birth date after the four letters; the last digit checks the other seventeen, weights 18 to 2. */
export function mexicanCurp(candidate: string): boolean {
  const date = /^[A-ZÑ]{4}(\d{2})(\d{2})(\d{2})/.exec(candidate);
  if (date === null || candidate.length !== 18) return false;
  const sum = Array.from(candidate.slice(0, 17)).reduce(
    (total, character, index) => total + alphabet.indexOf(character) * (18 - index),
    0,
  );
  return (
    isShortDate(Number(date[1]), Number(date[2]), Number(date[3])) &&
    (10 - (sum % 10)) % 10 === Number(candidate[17])
  );
}
