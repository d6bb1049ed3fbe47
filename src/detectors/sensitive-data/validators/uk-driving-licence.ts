/** Surname block padded with nines; day and month of birth, month raised by 50 for women. */
export function ukDrivingLicence(candidate: string): boolean {
  const compact = candidate.replaceAll(' ', '');
  const parts = /^([A-Z9]{5})\d(\d{2})(\d{2})\d([A-Z9]{2})/.exec(compact);
  if (parts === null) return false;
  const [month, day] = [Number(parts[2]) % 50, Number(parts[3])];
  const isPadded = /^[A-Z]+9*$/.test(parts[1] ?? '') && /^[A-Z][A-Z9]$/.test(parts[4] ?? '');
  return isPadded && month >= 1 && month <= 12 && day >= 1 && day <= 31 && Number(parts[2]) <= 62;
}
