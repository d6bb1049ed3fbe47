import { BoundedMap } from './bounded-map.ts';

/** Times in the API are UTC with `Z`; creation and change times have six fractional digits. */

/** The largest time value of a date, in milliseconds. */
export const END_OF_TIME = 8_640_000_000_000_000;

/** Formatted times are cached, because resources are read far more often than written. */
const printed = new BoundedMap<number, string>(4_096);

export function toMicrosecondText(ms: number): string {
  const known = printed.get(ms);
  if (known !== undefined) return known;
  const text = `${new Date(ms).toISOString().slice(0, -1)}000Z`;
  printed.set(ms, text);
  return text;
}

export function toSecondText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** With whole seconds if the time has no fraction, otherwise with milliseconds. */
export function toShortestText(ms: number): string {
  return ms % 1000 === 0 ? toSecondText(ms) : new Date(ms).toISOString();
}

const RFC3339 =
  /^(\d{4}-\d{2}-\d{2})[Tt]((?:[01]\d|2[0-3]):\d{2}:\d{2})(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** Milliseconds of an RFC 3339 time; undefined for any other text, also for 30 February. */
export function parseTimestamp(text: string): number | undefined {
  const parts = RFC3339.exec(text);
  if (!parts) return undefined;
  const [, date, time, fraction = '', zone = 'Z'] = parts;
  const ms = Date.parse(`${date}T${time}${fraction.slice(0, 4)}${zone.toUpperCase()}`);
  if (Number.isNaN(ms)) return undefined;
  // Date.parse turns 30 February into 2 March, so the result must format back to the same date.
  const midnight = new Date(Date.parse(`${date}T00:00:00Z`)).toISOString();
  return midnight.startsWith(String(date)) ? ms : undefined;
}
