/** Sizes of the buckets in which the API counts over time. */
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

export function automaticBucket(range: TimeRange): BucketName {
  return bucketNames.find((name) => bucketCount(range, name) <= AUTOMATIC_BUCKETS) ?? 'day';
}

export function bucketCount({ since, until }: TimeRange, bucket: BucketName): number {
  if (since >= until) return 0;
  const ms = bucketsMs[bucket];
  return Math.ceil(until / ms) - Math.floor(since / ms);
}

/** The starts of all buckets that the range touches. */
export function bucketStarts(range: TimeRange, bucket: BucketName): number[] {
  const ms = bucketsMs[bucket];
  const first = Math.floor(range.since / ms);
  return Array.from({ length: bucketCount(range, bucket) }, (_, n) => (first + n) * ms);
}
