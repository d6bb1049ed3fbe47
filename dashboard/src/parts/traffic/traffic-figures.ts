/** The four figures of the overview, from the counts of the API. */
import { formatMilliseconds, formatPercent, formatRate } from '../format/numbers.ts';

interface Sums {
  readonly requests: number;
  readonly counts: Readonly<Record<string, number>>;
  readonly origin_duration_ms: { readonly count: number; readonly p95: number } | null;
}

export interface Figure {
  readonly id: string;
  readonly title: string;
  /** Which counts it is made from. */
  readonly by: 'status_class' | 'action' | 'origin_status_class';
  /** Null if there is nothing to measure. */
  readonly of: (sums: Sums, seconds: number) => number | null;
  readonly format: (value: number) => string;
  readonly help: string;
}

export const figures: readonly Figure[] = [
  {
    id: 'requests',
    title: 'Requests per second',
    by: 'status_class',
    of: ({ requests }, seconds) => requests / seconds,
    format: formatRate,
    help: 'All requests of visitors that the edge has served',
  },
  {
    id: 'blocked',
    title: 'Blocked',
    by: 'action',
    of: ({ requests, counts }) => share(counts['block'], requests),
    format: formatPercent,
    help: 'Requests that a rule has blocked, of all requests',
  },
  {
    id: 'origin-errors',
    title: 'Origin errors',
    by: 'origin_status_class',
    of: ({ counts }) => share(counts['5xx'], answered(counts)),
    format: formatPercent,
    help: 'Responses of the origin with a status of 500 or higher, of all its responses',
  },
  {
    id: 'origin-time',
    title: 'Origin, 95th percentile',
    by: 'status_class',
    of: ({ origin_duration_ms: time }) => time?.p95 ?? null,
    format: formatMilliseconds,
    help: 'In 95 of 100 cases the origin responds completely within this time',
  },
];

/** `none` counts requests that no origin has answered. */
function answered(counts: Readonly<Record<string, number>>): number {
  return Object.entries(counts).reduce(
    (sum, [name, count]) => sum + (name === 'none' ? 0 : count),
    0,
  );
}

function share(part = 0, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** The change from one period to the next in words; undefined if there is nothing to compare with. */
export function changeText(now: number | null, before: number | null): string | undefined {
  if (now === null || before === null || before === 0) return undefined;
  const change = now / before - 1;
  if (Math.abs(change) < 0.005) return 'as before';
  return `${change > 0 ? '+' : '−'}${formatPercent(Math.abs(change))}`;
}

const bucketLengths: Readonly<Record<string, number>> = {
  minute: 60,
  five_minutes: 300,
  fifteen_minutes: 900,
  hour: 3600,
  day: 86_400,
};

export function bucketSeconds(bucket: string): number {
  return bucketLengths[bucket] ?? 60;
}
