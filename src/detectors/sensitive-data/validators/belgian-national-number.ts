/** 97 − number mod 97; for people born from 2000 on, a 2 is prepended to the number for the check. */
export function belgianNationalNumber(candidate: string): boolean {
  const digits = candidate.replace(/\D/g, '');
  const check = Number(digits.slice(9));
  const fits = (number: string): boolean => 97 - (Number(number) % 97) === check;
  return digits.length === 11 && (fits(digits.slice(0, 9)) || fits(`2${digits.slice(0, 9)}`));
}
