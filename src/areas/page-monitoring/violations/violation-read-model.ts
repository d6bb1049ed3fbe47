import type { Selectable } from 'kysely';
import type {
  PageMonitoringDatabase,
  PageViolationSampleTable,
} from '../page-monitoring-tables.ts';

const violationBuckets = { hour: 3_600_000, day: 86_400_000 } as const;
export type ViolationBucket = keyof typeof violationBuckets;

export interface ViolationRange {
  readonly since: number;
  readonly until: number;
  readonly bucket: ViolationBucket;
  readonly samples: number;
}

export interface ViolationReport {
  readonly since: number;
  readonly until: number;
  /** All buckets of the range, including empty ones. */
  readonly buckets: readonly {
    readonly start: number;
    readonly total: number;
    readonly counts: {
      readonly script: number;
      readonly connection: number;
      readonly other: number;
    };
  }[];
  /** Most frequent first. */
  readonly samples: readonly Selectable<PageViolationSampleTable>[];
}

/** Reports about violations of a policy. */
export class ViolationReadModel {
  readonly #database: PageMonitoringDatabase;

  constructor(database: PageMonitoringDatabase) {
    this.#database = database;
  }

  /** Counts whole buckets: the first and the last may extend beyond the requested range. */
  async report(policyId: string, range: ViolationRange): Promise<ViolationReport> {
    const size = violationBuckets[range.bucket];
    const since = Math.floor(range.since / size) * size;
    const until = Math.ceil(range.until / size) * size;
    const rows = await this.#database.read
      .selectFrom('page_violation_counts')
      .select(['hour_at', 'resource_type', 'count'])
      .where('policy_id', '=', policyId)
      .where('hour_at', '>=', since)
      .where('hour_at', '<', until)
      .execute();
    const byBucket = Map.groupBy(rows, (row) => Math.floor(row.hour_at / size) * size);
    const sum = (start: number, type?: string) =>
      (byBucket.get(start) ?? [])
        .filter((row) => type === undefined || row.resource_type === type)
        .reduce((total, { count }) => total + count, 0);
    const starts = Array.from({ length: (until - since) / size }, (_, n) => since + n * size);
    const buckets = starts.map((start) => ({
      start,
      total: sum(start),
      counts: {
        script: sum(start, 'script'),
        connection: sum(start, 'connection'),
        other: sum(start, 'other'),
      },
    }));
    const samples = await this.#database.read
      .selectFrom('page_violation_samples')
      .selectAll()
      .where('policy_id', '=', policyId)
      .where('last_seen_at', '>=', since)
      .where('first_seen_at', '<', until)
      .orderBy('count', 'desc')
      .orderBy('id')
      .limit(range.samples)
      .execute();
    return { since, until, buckets, samples };
  }
}
