const DAY_MS = 24 * 3_600_000;

/** How many days before the end people are told, by what ends. */
export const warningDays = {
  certificate: [30, 14, 7, 3, 1],
  token: [30, 7, 1],
} as const;

/** How long before the end the first alert is due, in milliseconds. */
export function firstWarningMs(days: readonly number[]): number {
  return Math.max(...days) * DAY_MS;
}

/** The last of these days that has come; undefined if none has, or all is over. */
export function dueWarning(
  expiresAt: number,
  now: number,
  days: readonly number[],
): number | undefined {
  const left = expiresAt - now;
  const due = left > 0 ? days.filter((each) => left <= each * DAY_MS) : [];
  return due.length > 0 ? Math.min(...due) : undefined;
}
