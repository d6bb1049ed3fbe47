import { isShortDate } from './calendar.ts';

/** The first six digits are a birth date. */
export function dateYymmdd(candidate: string): boolean {
  const [year = 0, month = 0, day = 0] = (candidate.match(/\d\d/g) ?? []).map(Number);
  return isShortDate(year, month, day);
}
