import type { Migration } from '../../../storage/migrator.ts';

export const originErrors: Migration = {
  name: 'load-balancing/0005-origin-errors',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('origin_error_minutes')
      .addColumn('zone_id', text, (c) => c.notNull())
      .addColumn('minute_at', bigint, (c) => c.notNull())
      .addColumn('requests', bigint, (c) => c.notNull())
      .addColumn('errors', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('origin_error_minutes_key', ['minute_at', 'zone_id'])
      .execute();
    await db.schema
      .createTable('origin_error_incidents')
      .addColumn('zone_id', text, (c) => c.notNull())
      .addColumn('slo', text, (c) => c.notNull())
      .addColumn('incident_id', text, (c) => c.notNull())
      .addColumn('started_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('origin_error_incidents_key', ['zone_id', 'slo'])
      .execute();
  },
};
