import { sql } from 'kysely';
import type { Migration } from '../../../storage/migrator.ts';

/** The last spikes, also by action. The former table stays for nodes of the previous version. */
export const eventSpikes: Migration = {
  name: 'notifications/0003-event-spikes',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('notification_event_spikes')
      .addColumn('zone_id', text, (c) => c.notNull())
      .addColumn('service', text, (c) => c.notNull())
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('host', text, (c) => c.notNull())
      .addColumn('bucket_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('notification_event_spikes_key', [
        'zone_id',
        'service',
        'action',
        'host',
      ])
      .execute();
    await sql`
      insert into notification_event_spikes (zone_id, service, action, host, bucket_at)
      select zone_id, service, '', host, bucket_at from notification_spikes
    `.execute(db);
  },
};
