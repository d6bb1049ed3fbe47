import { sql } from 'kysely';
import type { Migration } from '../../../storage/migrator.ts';

/**
 * Numbers of events also by action. The former table stays for nodes of the previous version, which write to it until they are
 * upgraded. Its events have no action, which stands for any.
 */
export const eventActionBuckets: Migration = {
  name: 'security-events/0006-event-action-buckets',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('security_event_action_buckets')
      .addColumn('zone_id', text, (c) => c.notNull())
      .addColumn('bucket_at', bigint, (c) => c.notNull())
      .addColumn('host', text, (c) => c.notNull())
      .addColumn('source', text, (c) => c.notNull())
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('count', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('security_event_action_buckets_key', [
        'zone_id',
        'bucket_at',
        'host',
        'source',
        'action',
      ])
      .execute();
    await db.schema
      .createIndex('security_event_action_buckets_by_age')
      .on('security_event_action_buckets')
      .columns(['bucket_at'])
      .execute();
    await sql`
      insert into security_event_action_buckets (zone_id, bucket_at, host, source, action, count)
      select zone_id, bucket_at, host, source, '', count from security_event_buckets
    `.execute(db);
    await sql`delete from security_event_buckets`.execute(db);
  },
};
