import type { Migration } from '../../../storage/migrator.ts';

/** What the sources of alerts remember, so that each alert is recorded once. */
export const sourceTables: Migration = {
  name: 'notifications/0002-source-tables',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('notification_spikes')
      .addColumn('zone_id', text, (c) => c.notNull())
      .addColumn('service', text, (c) => c.notNull())
      .addColumn('host', text, (c) => c.notNull())
      .addColumn('bucket_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('notification_spikes_key', ['zone_id', 'service', 'host'])
      .execute();
    await db.schema
      .createTable('notification_origin_minutes')
      .addColumn('zone_id', text, (c) => c.notNull())
      .addColumn('minute_at', bigint, (c) => c.notNull())
      .addColumn('requests', bigint, (c) => c.notNull())
      .addColumn('errors', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('notification_origin_minutes_key', ['minute_at', 'zone_id'])
      .execute();
    await db.schema
      .createTable('notification_origin_incidents')
      .addColumn('zone_id', text, (c) => c.notNull())
      .addColumn('slo', text, (c) => c.notNull())
      .addColumn('incident_id', text, (c) => c.notNull())
      .addColumn('started_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('notification_origin_incidents_key', ['zone_id', 'slo'])
      .execute();
    await db.schema
      .createTable('notification_expiries')
      .addColumn('alert_id', text, (c) => c.primaryKey())
      .addColumn('expires_at', bigint, (c) => c.notNull())
      .execute();
  },
};
