/** Length of the buckets in which events are counted. */
export const BUCKET_MS = 300_000;

/** Alerts compare a bucket with the six hours before it, up to an hour late. */
export const KEEP_BUCKETS_MS = 7 * 3_600_000;

/** Visitors can send any host below the name of a zone. Events of hosts beyond the limit are counted under an empty name. */
export const HOSTS_PER_BUCKET = 100;

export function bucketOf(time: number): number {
  return Math.floor(time / BUCKET_MS) * BUCKET_MS;
}

/** The columns of an event that counts need. */
export interface CountedEvent {
  readonly zone_id: string;
  readonly occurred_at: number;
  readonly host: string;
  readonly source: string;
  readonly action: string;
}

/** The events of a zone in one bucket, by host. */
export interface BucketCounts {
  readonly zoneId: string;
  readonly bucketAt: number;
  readonly hosts: Map<string, EventTally>;
}

/** Numbers of events by service and action. */
export class EventTally {
  readonly #counts = new Map<string, Map<string, number>>();

  add(source: string, action: string, count = 1): void {
    const actions = this.#counts.get(source) ?? new Map<string, number>();
    this.#counts.set(source, actions.set(action, (actions.get(action) ?? 0) + count));
  }

  *rows(): Generator<{ readonly source: string; readonly action: string; readonly count: number }> {
    for (const [source, actions] of this.#counts) {
      for (const [action, count] of actions) yield { source, action, count };
    }
  }
}

/** Sorted, since all transactions must write buckets in the same order to avoid deadlocks. */
export function bucketsOf(events: readonly CountedEvent[]): BucketCounts[] {
  const buckets = new Map<string, BucketCounts>();
  for (const { zone_id: zoneId, occurred_at, host, source, action } of events) {
    const bucketAt = bucketOf(occurred_at);
    const key = `${zoneId} ${bucketAt}`;
    const bucket = buckets.get(key) ?? { zoneId, bucketAt, hosts: new Map() };
    const tally = bucket.hosts.get(host) ?? new EventTally();
    buckets.set(key, bucket);
    bucket.hosts.set(host, tally);
    tally.add(source, action);
  }
  return [...buckets.keys()].toSorted().flatMap((key) => buckets.get(key) ?? []);
}
