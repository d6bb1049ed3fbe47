/** The date of an `Expires` attribute as browsers parse it, RFC 6265, section 5.1.1. */

const TOKEN = /[^\t\x20-\x2f\x3b-\x40\x5b-\x60\x7b-\x7e]+/g;
const TIME = /^(\d{1,2}):(\d{1,2}):(\d{1,2})(?:\D|$)/;
const DAY = /^(\d{1,2})(?:\D|$)/;
const YEAR = /^(\d{2,4})(?:\D|$)/;
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Milliseconds since the epoch; undefined for values that browsers ignore, such as `-1` and `0`. */
export function parseCookieDate(text: string): number | undefined {
  let time: readonly number[] | undefined;
  let day: number | undefined;
  let month: number | undefined;
  let year: number | undefined;
  for (const [token] of text.matchAll(TOKEN)) {
    const [, ...hms] = (time === undefined && TIME.exec(token)) || [];
    if (hms.length > 0) time = hms.map(Number);
    else if (day === undefined && DAY.test(token)) day = Number.parseInt(token, 10);
    else if (month === undefined && MONTH.test(token))
      month = months.indexOf(token.slice(0, 3).toLowerCase());
    else if (year === undefined && YEAR.test(token)) year = fullYear(Number.parseInt(token, 10));
  }
  if (!time || day === undefined || month === undefined || year === undefined) return undefined;
  const [hour = 0, minute = 0, second = 0] = time;
  if (year < 1601 || hour > 23 || minute > 59 || second > 59) return undefined;
  const date = new Date(Date.UTC(year, month, day, hour, minute, second));
  // The 31st of a shorter month is not a date.
  return date.getUTCDate() === day && date.getUTCMonth() === month ? date.getTime() : undefined;
}

/** Completes a year of two digits. */
function fullYear(year: number): number {
  if (year >= 100) return year;
  return year + (year >= 70 ? 1900 : 2000);
}
