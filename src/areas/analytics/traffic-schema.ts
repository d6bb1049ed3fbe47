import type { BucketName, TimeRange } from '../../kernel/counts/time-buckets.ts';
import { Type } from '../../kernel/schema.ts';
import type { StoredCounts } from './bounded-counts.ts';
import type { SeriesDimension } from './series-dimensions.ts';
import type { TrafficBucket } from './traffic-read-model.ts';
import { TrafficSums } from './traffic-sums.ts';

const Count = Type.Integer({ minimum: 0 });
const Time = Type.String({ format: 'date-time' });

/** Milliseconds from sending the request to the end of the origin's response; null if no origin has responded. */
const Durations = Type.Union([
  Type.Object({ count: Count, p50: Count, p95: Count, p99: Count }),
  Type.Null(),
]);

const Sums = {
  requests: Count,
  request_bytes: Count,
  response_bytes: Count,
  origin_duration_ms: Durations,
  /** Requests by value of the dimension. */
  counts: Type.Record(Type.String(), Count),
};

export const SeriesResponse = Type.Object({
  bucket: Type.String(),
  by: Type.String(),
  since: Time,
  until: Time,
  totals: Type.Object(Sums),
  buckets: Type.Array(Type.Object({ start: Time, ...Sums })),
});

export const TopResponse = Type.Object({
  by: Type.String(),
  since: Time,
  until: Time,
  /** False if there were too many distinct values: the counts are lower bounds then. */
  exact: Type.Boolean(),
  items: Type.Array(Type.Object({ value: Type.String(), count: Count })),
});

const timeText = (time: number) => new Date(time).toISOString();

export const rangeText = ({ since, until }: TimeRange) => ({
  since: timeText(since),
  until: timeText(until),
});

export function seriesResponse(
  range: TimeRange,
  bucket: BucketName,
  by: SeriesDimension,
  buckets: readonly TrafficBucket[],
) {
  const totals = TrafficSums.of(...buckets.map(({ sums }) => sums.stored()));
  return {
    bucket,
    by: by.name,
    ...rangeText(range),
    totals: sumsResponse(totals, by),
    buckets: buckets.map(({ start, sums }) => ({
      start: timeText(start),
      ...sumsResponse(sums, by),
    })),
  };
}

function sumsResponse(sums: TrafficSums, by: SeriesDimension) {
  return {
    requests: sums.requests,
    request_bytes: sums.requestBytes,
    response_bytes: sums.responseBytes,
    origin_duration_ms: sums.originMs.summary() ?? null,
    counts: renamed(sums.counts(by.of), by.nameOf),
  };
}

function renamed(counts: StoredCounts, nameOf: (value: string) => string): StoredCounts {
  const sums: Record<string, number> = {};
  for (const [value, count] of Object.entries(counts)) {
    const name = nameOf(value);
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}
