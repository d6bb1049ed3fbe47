/** Whether a day exists in the Gregorian calendar. Months count from 1. */
export function isDate(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(2000, 0, 1));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Whether two-digit parts are a day in either century: 29 February is accepted for year 00. */
export function isShortDate(year: number, month: number, day: number): boolean {
  return isDate(1900 + year, month, day) || isDate(2000 + year, month, day);
}
