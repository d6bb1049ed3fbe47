const steps = [
  { below: 60, unit: 'second', seconds: 1 },
  { below: 3600, unit: 'minute', seconds: 60 },
  { below: 86_400, unit: 'hour', seconds: 3600 },
  { below: 2_592_000, unit: 'day', seconds: 86_400 },
  { below: 31_536_000, unit: 'month', seconds: 2_592_000 },
  { below: Number.POSITIVE_INFINITY, unit: 'year', seconds: 31_536_000 },
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `3 minutes ago`. */
export function formatAgo(time: number, now: number): string {
  const seconds = (time - now) / 1000;
  const size = Math.abs(seconds);
  if (size < 1) return 'now';
  const step = steps.find(({ below }) => size < below) ?? steps[0];
  return relative.format(Math.trunc(seconds / step.seconds), step.unit);
}

const local = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** In the zone of the reader. */
export function formatTime(time: number): string {
  return local.format(time);
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** `14:05:59`, for lists of the last minutes. */
export function formatClock(time: number): string {
  return clock.format(time);
}

/** Both zones, for the title of a time. */
export function formatExactly(time: number): string {
  return `${formatTime(time)}\n${new Date(time).toISOString()} (UTC)`;
}
