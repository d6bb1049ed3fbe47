import type { BucketCount } from './security-event-read-model.ts';

export const bucketsMs = {
  minute: 60_000,
  five_minutes: 300_000,
  fifteen_minutes: 900_000,
  hour: 3_600_000,
  day: 86_400_000,
} as const;

export type BucketName = keyof typeof bucketsMs;

export const bucketNames = Object.keys(bucketsMs) as BucketName[];

/** About as many buckets as a chart can show; determines the bucket size if none is given. */
const AUTOMATIC_BUCKETS = 120;

export interface TimeRange {
  readonly since: number;
  readonly until: number;
}

export interface TimeBucket {
  readonly start: number;
  readonly total: number;
  readonly counts: Readonly<Record<string, number>>;
}

export function automaticBucket(range: TimeRange): BucketName {
  return bucketNames.find((name) => bucketCount(range, name) <= AUTOMATIC_BUCKETS) ?? 'day';
}

export function bucketCount({ since, until }: TimeRange, bucket: BucketName): number {
  if (since >= until) return 0;
  const ms = bucketsMs[bucket];
  return Math.ceil(until / ms) - Math.floor(since / ms);
}

/** All buckets of the range, including empty ones. */
export function fillBuckets(
  range: TimeRange,
  bucket: BucketName,
  counts: readonly BucketCount[],
): TimeBucket[] {
  const byStart = Map.groupBy(counts, ({ start }) => start);
  const first = Math.floor(range.since / bucketsMs[bucket]);
  return Array.from({ length: bucketCount(range, bucket) }, (_, n) => {
    const start = (first + n) * bucketsMs[bucket];
    const inside = byStart.get(start) ?? [];
    return {
      start,
      total: inside.reduce((sum, { count }) => sum + count, 0),
      counts: Object.fromEntries(inside.map(({ value, count }) => [value, count])),
    };
  });
}
