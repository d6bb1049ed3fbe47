import type { Settings } from '../../app/settings/settings.ts';
import { systemClock } from '../../kernel/clock.ts';
import { parseTimestamp } from '../../kernel/timestamp.ts';
import { readLogs } from './read-logs.ts';
import { jsonLine, SHORT_FIELDS, shortLine } from './shown-line.ts';

export interface ShowLogsOptions {
  readonly follow?: boolean;
  readonly zone?: string;
  readonly dataset: string;
  readonly filter?: string;
  readonly fields?: readonly string[];
  /** Milliseconds since the epoch. */
  readonly since?: number;
  readonly json?: boolean;
}

const MINUTE_MS = 60_000;

/** Prints lines in a readable form, or as JSON, until there are no more or the signal aborts. */
export async function showLogs(
  settings: Settings,
  options: ShowLogsOptions,
  print: { readonly lines: (text: string) => void; readonly missed: (count: number) => void },
  signal: AbortSignal,
): Promise<void> {
  const { follow = false, dataset, fields } = options;
  const isShort = !options.json && !fields && dataset === 'http_requests';
  const fieldNames = isShort ? SHORT_FIELDS : fields;
  const now = systemClock.now();
  const parts = readLogs({
    settings,
    dataset,
    zone: options.zone,
    filter: options.filter,
    output: { timestamp_format: 'rfc3339ms', ...(fieldNames && { field_names: fieldNames }) },
    since: options.since ?? (follow ? now : now - 10 * MINUTE_MS),
    follows: follow,
    clock: systemClock,
    signal,
  });
  for await (const { records, missed } of parts) {
    print.lines(records.map(isShort ? shortLine : jsonLine).join(''));
    if (missed > 0) print.missed(missed);
  }
}

const UNITS: Readonly<Record<string, number>> = { s: 1_000, m: MINUTE_MS, h: 60 * MINUTE_MS };

/** Parses RFC 3339, or an age such as `90s`, `15m`, `2h`. */
export function parseSince(given: string): number | undefined {
  const [, count, unit = ''] = /^(\d{1,6})([smh])$/.exec(given) ?? [];
  return count ? systemClock.now() - Number(count) * (UNITS[unit] ?? 0) : parseTimestamp(given);
}
