import type { Migration } from '../../../storage/migrator.ts';

/** What is unhealthy now, with the id of the alert that started it. Deleted when its pool is no longer probed. */
export const healthIncidents: Migration = {
  name: 'load-balancing/0003-health-incidents',
  async up(db, { text }) {
    await db.schema
      .createTable('health_incidents')
      .addColumn('pool_id', text, (c) =>
        c.notNull().references('pool_probes.pool_id').onDelete('cascade'),
      )
      .addColumn('origin_key', text, (c) => c.notNull())
      .addColumn('incident_id', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('health_incidents_key', ['pool_id', 'origin_key'])
      .execute();
  },
};
