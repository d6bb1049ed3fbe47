/** Key = 97 − number mod 97; the Corsican departments 2A and 2B count as 19 and 18. */
export function frenchInsee(candidate: string): boolean {
  const compact = candidate.replaceAll(' ', '').toUpperCase();
  const digits = compact.replace('2A', '19').replace('2B', '18');
  if (!/^\d{15}$/.test(digits)) return false;
  return 97 - (Number(digits.slice(0, 13)) % 97) === Number(digits.slice(13));
}
