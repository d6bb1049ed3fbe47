import { type BucketName, bucketStarts, type TimeRange } from '../../kernel/counts/time-buckets.ts';
import type { BucketCount } from './security-event-read-model.ts';

export interface TimeBucket {
  readonly start: number;
  readonly total: number;
  readonly counts: Readonly<Record<string, number>>;
}

/** All buckets of the range, including empty ones. */
export function fillBuckets(
  range: TimeRange,
  bucket: BucketName,
  counts: readonly BucketCount[],
): TimeBucket[] {
  const byStart = Map.groupBy(counts, ({ start }) => start);
  return bucketStarts(range, bucket).map((start) => {
    const inside = byStart.get(start) ?? [];
    return {
      start,
      total: inside.reduce((sum, { count }) => sum + count, 0),
      counts: Object.fromEntries(inside.map(({ value, count }) => [value, count])),
    };
  });
}
