import {
  type BucketCounts,
  bucketsOf,
  type CountedEvent,
  EventTally,
  HOSTS_PER_BUCKET,
} from './event-bucket-model.ts';
import type { EventBucketTable, SecurityEventsTx } from './security-events-tables.ts';

/** Rows of one insert statement. */
const INSERT_ROWS = 50;

const key = ['zone_id', 'bucket_at', 'host', 'source', 'action'] as const;

/** Numbers of events per zone in buckets of five minutes. */
export const eventBucketStore = {
  /** Called after `eventCountStore.add`, whose row locks serialise writes to the same zone. */
  async add(tx: SecurityEventsTx, events: readonly CountedEvent[]): Promise<void> {
    const rows: EventBucketTable[] = [];
    for (const bucket of bucketsOf(events)) {
      rows.push(...rowsOf(bucket, await countedHosts(tx, bucket)));
    }
    for (let from = 0; from < rows.length; from += INSERT_ROWS) {
      await tx
        .insertInto('security_event_buckets')
        .values(rows.slice(from, from + INSERT_ROWS))
        .onConflict((conflict) =>
          conflict.columns(key).doUpdateSet((eb) => ({
            count: eb('security_event_buckets.count', '+', eb.ref('excluded.count')),
          })),
        )
        .execute();
    }
  },

  /** Deletes up to `limit` rows of buckets that started before this time, and returns their number. */
  async removeBefore(tx: SecurityEventsTx, before: number, limit: number): Promise<number> {
    const oldest = tx
      .selectFrom('security_event_buckets')
      .select(key)
      .where('bucket_at', '<', before)
      .orderBy('bucket_at')
      .limit(limit);
    const { numDeletedRows } = await tx
      .deleteFrom('security_event_buckets')
      .where(({ eb, refTuple }) => eb(refTuple(...key), 'in', oldest.$asTuple(...key)))
      .executeTakeFirst();
    return Number(numDeletedRows);
  },
};

/** The hosts that already have rows in the bucket. */
async function countedHosts(
  tx: SecurityEventsTx,
  { zoneId, bucketAt }: BucketCounts,
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('security_event_buckets')
    .select('host')
    .where('zone_id', '=', zoneId)
    .where('bucket_at', '=', bucketAt)
    .where('host', '<>', '')
    .groupBy('host')
    .execute();
  return new Set(rows.map(({ host }) => host));
}

function rowsOf({ zoneId, bucketAt, hosts }: BucketCounts, counted: Set<string>) {
  const others = new EventTally();
  const rows: EventBucketTable[] = [];
  const add = (host: string, tally: EventTally) => {
    for (const counts of tally.rows()) {
      rows.push({ zone_id: zoneId, bucket_at: bucketAt, host, ...counts });
    }
  };
  for (const [host, tally] of hosts) {
    if (host !== '' && counted.size < HOSTS_PER_BUCKET) counted.add(host);
    if (counted.has(host)) add(host, tally);
    else for (const { source, action, count } of tally.rows()) others.add(source, action, count);
  }
  add('', others);
  return rows;
}
