import type { FrequentValues } from '../../kernel/counts/frequent-values.ts';
import {
  type BucketName,
  bucketStarts,
  bucketsMs,
  type TimeRange,
} from '../../kernel/counts/time-buckets.ts';
import type { AnalyticsDatabase, TrafficTableName } from './analytics-tables.ts';
import type { TrafficPeriod } from './traffic-periods.ts';
import { trafficStore } from './traffic-store.ts';
import { type StoredSums, TrafficSums } from './traffic-sums.ts';
import { type Ranking, type StoredTops, TrafficTops } from './traffic-tops.ts';

/** Whose traffic is read. */
export interface TrafficOwner {
  readonly table: TrafficTableName;
  readonly id: string;
}

export interface TrafficBucket {
  readonly start: number;
  readonly sums: TrafficSums;
}

/** Reads stored figures. Periods without requests have no row. */
export class TrafficReadModel {
  readonly #database: AnalyticsDatabase;

  constructor(database: AnalyticsDatabase) {
    this.#database = database;
  }

  /** All buckets of the range, including empty ones. The period must divide the bucket. */
  async overTime(
    owner: TrafficOwner,
    period: TrafficPeriod,
    bucket: BucketName,
    range: TimeRange,
  ): Promise<TrafficBucket[]> {
    const rows = await this.#list(owner, period, range);
    const byBucket = Map.groupBy(rows, ({ startAt }) => Math.floor(startAt / bucketsMs[bucket]));
    return bucketStarts(range, bucket).map((start) => {
      const inside = byBucket.get(start / bucketsMs[bucket]) ?? [];
      return { start, sums: TrafficSums.of(...inside.map(({ stored }) => stored as StoredSums)) };
    });
  }

  async top(
    owner: TrafficOwner,
    period: TrafficPeriod,
    by: Ranking,
    range: TimeRange,
  ): Promise<FrequentValues> {
    const rows = await this.#list(owner, period, range);
    return TrafficTops.of(...rows.map(({ stored }) => stored as StoredTops)).ranking(by);
  }

  #list({ table, id }: TrafficOwner, period: TrafficPeriod, range: TimeRange) {
    return trafficStore.list(this.#database.read, table, id, period, range);
  }
}
