import { invalidParameter, readTime } from '../../http/query-times.ts';
import {
  automaticBucket,
  type BucketName,
  bucketCount,
  bucketNames,
  bucketsMs,
  type TimeRange,
} from '../../kernel/counts/time-buckets.ts';
import { oldestKept, periodsOf, type TrafficPeriod } from './traffic-periods.ts';

const DAY_MS = bucketsMs.day;
const MOST_BUCKETS = 1_500;
/** Stored periods that a ranking adds up, unless the range is so long that days are needed. */
const MOST_PERIODS = 170;

export interface RangeQuery {
  readonly since?: string;
  readonly until?: string;
}

/** The range of a query: the last 24 hours by default, and nothing after now. */
export function readRange(query: RangeQuery, now: number): TimeRange {
  const until = Math.min(readTime('until', query.until, now) ?? now, now);
  const since = readTime('since', query.since, now) ?? until - DAY_MS;
  if (since >= until) throw invalidParameter('since', 'must be earlier than "until" and than now');
  const [days] = periodsOf('sums').slice(-1);
  const oldest = days ? oldestKept(days, now) : 0;
  if (until <= oldest) {
    throw invalidParameter('until', `must be within the last ${days?.keepDays} days`);
  }
  return { since: Math.max(since, oldest), until };
}

/** A time series over whole buckets that the range touches, and the stored periods to read. */
export function seriesRange(asked: TimeRange, wanted: BucketName | undefined, now: number) {
  const bucket = wanted ?? keptBucket(asked, now);
  const range = wholePeriods(asked, bucketsMs[bucket]);
  if (bucketCount(range, bucket) > MOST_BUCKETS) {
    throw invalidParameter(
      'bucket',
      `gives more than ${MOST_BUCKETS} buckets: choose a larger one`,
    );
  }
  const period = storedPeriod(bucket);
  if (range.since < oldestKept(period, now)) {
    throw invalidParameter(
      'bucket',
      `must be ${keptBucket(asked, now)} or larger: the ${period.name}s are kept for ${period.keepDays} days only`,
    );
  }
  return { bucket, range, period };
}

/** A ranking over the whole periods that the range touches. */
export function rankedRange(asked: TimeRange, now: number) {
  const periods = periodsOf('tops');
  const isFitting = (period: TrafficPeriod) =>
    asked.since >= oldestKept(period, now) &&
    (asked.until - asked.since) / period.ms <= MOST_PERIODS;
  const period = periods.find(isFitting) ?? (periods.at(-1) as TrafficPeriod);
  return { period, range: wholePeriods(asked, period.ms) };
}

/** As small as a chart can show, and stored for as long as the range reaches back. */
function keptBucket(range: TimeRange, now: number): BucketName {
  const smallest = bucketNames.indexOf(automaticBucket(range));
  const kept = bucketNames
    .slice(smallest)
    .find((name) => range.since >= oldestKept(storedPeriod(name), now));
  return kept ?? 'day';
}

/** The longest stored period that divides the bucket. */
function storedPeriod(bucket: BucketName): TrafficPeriod {
  const period = periodsOf('sums').findLast(({ ms }) => bucketsMs[bucket] % ms === 0);
  if (!period) throw new Error(`no stored period divides the bucket ${bucket}`);
  return period;
}

function wholePeriods({ since, until }: TimeRange, ms: number): TimeRange {
  return { since: Math.floor(since / ms) * ms, until: Math.ceil(until / ms) * ms };
}
