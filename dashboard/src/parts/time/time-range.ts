/** The time range of a page: the last minutes to days, or between two times. */
export interface TimeRange {
  readonly since: string;
  /** Now, if it is undefined. */
  readonly until?: string | undefined;
}

export const DEFAULT_SINCE = '-24h';

export const presets: readonly { readonly since: string; readonly label: string }[] = [
  { since: '-15m', label: 'Last 15 minutes' },
  { since: '-1h', label: 'Last hour' },
  { since: '-6h', label: 'Last 6 hours' },
  { since: '-24h', label: 'Last 24 hours' },
  { since: '-7d', label: 'Last 7 days' },
  { since: '-30d', label: 'Last 30 days' },
];

const unitSeconds: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600, d: 86_400 };

/** Anything that is no range in an address becomes the default. */
export function rangeOf({ since, until }: { since?: string; until?: string }): TimeRange {
  if (since === undefined || !isTime(since) || (until !== undefined && !isTime(until))) {
    return { since: DEFAULT_SINCE };
  }
  return { since, until };
}

/** A range that ends now moves on, so its page is read again and again. */
export function isLive({ until }: TimeRange): boolean {
  return until === undefined;
}

export function rangeSeconds(range: TimeRange, now: number): number {
  return (toTime(range.until, now) - toTime(range.since, now)) / 1000;
}

/** The range of the same length directly before. Relative ranges stay relative, so that they have one name while time passes. */
export function previousRange(range: TimeRange, now: number): TimeRange {
  const ago = range.until === undefined ? agoSeconds(range.since) : undefined;
  if (ago !== undefined) return { since: `-${ago * 2}s`, until: `-${ago}s` };
  const since = toTime(range.since, now);
  const length = toTime(range.until, now) - since;
  return { since: new Date(since - length).toISOString(), until: new Date(since).toISOString() };
}

export function toTime(text: string | undefined, now: number): number {
  if (text === undefined) return now;
  const ago = agoSeconds(text);
  return ago === undefined ? Date.parse(text) : now - ago * 1000;
}

function isTime(text: string): boolean {
  return agoSeconds(text) !== undefined || !Number.isNaN(Date.parse(text));
}

function agoSeconds(text: string): number | undefined {
  const match = /^-(\d{1,9})([smhd])$/.exec(text);
  return match ? Number(match[1]) * (unitSeconds[match[2] ?? ''] ?? 0) : undefined;
}
