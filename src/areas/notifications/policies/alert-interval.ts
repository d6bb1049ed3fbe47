const units = { h: 3_600_000, m: 60_000, s: 1_000 };

export const MIN_INTERVAL_MS = units.m;
export const MAX_INTERVAL_MS = 168 * units.h;

const INTERVAL = /^(?:(\d{1,6})h)?(?:(\d{1,6})m)?(?:(\d{1,6})s)?$/;

/** Parses a duration such as `30m` or `1h30m` to milliseconds; undefined if it is invalid or out of bounds. */
export function parseInterval(text: string): number | undefined {
  const [, hours = 0, minutes = 0, seconds = 0] = INTERVAL.exec(text) ?? [];
  const ms = Number(hours) * units.h + Number(minutes) * units.m + Number(seconds) * units.s;
  return ms >= MIN_INTERVAL_MS && ms <= MAX_INTERVAL_MS ? ms : undefined;
}
