import { sql } from 'kysely';
import type { Migration } from '../../../storage/migrator.ts';

const BUCKET_MS = 300_000;
const KEEP_MS = 7 * 3_600_000;

/** How many events of each service a zone had in five minutes, however many of the events are still stored. */
export const eventBuckets: Migration = {
  name: 'security-events/0005-event-buckets',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('security_event_buckets')
      .addColumn('zone_id', text, (c) => c.notNull())
      .addColumn('bucket_at', bigint, (c) => c.notNull())
      .addColumn('host', text, (c) => c.notNull())
      .addColumn('source', text, (c) => c.notNull())
      .addColumn('count', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('security_event_buckets_key', [
        'zone_id',
        'bucket_at',
        'host',
        'source',
      ])
      .execute();
    await db.schema
      .createIndex('security_event_buckets_by_age')
      .on('security_event_buckets')
      .columns(['bucket_at'])
      .execute();
    // Events of an earlier version count as well, or a usual number of events would look like a spike after the upgrade.
    // Their hosts are left out, since there is no limit on them here.
    const since = Math.floor((Date.now() - KEEP_MS) / BUCKET_MS) * BUCKET_MS;
    const bucket = sql`(occurred_at / ${sql.lit(BUCKET_MS)}) * ${sql.lit(BUCKET_MS)}`;
    await sql`
      insert into security_event_buckets (zone_id, bucket_at, host, source, count)
      select zone_id, ${bucket}, '', source, count(*) from security_events
      where occurred_at >= ${sql.lit(since)} group by zone_id, ${bucket}, source
    `.execute(db);
  },
};
