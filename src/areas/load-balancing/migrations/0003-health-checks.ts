import { createIndexes, type Migration } from '../../../storage/migrator.ts';

/** Stand-alone health checks of zones. Their history stays as long as the zone exists. */
export const loadBalancingHealthChecks: Migration = {
  name: 'load-balancing/0003-health-checks',
  async up(db, { text, bigint, sequence }) {
    await db.schema
      .createTable('health_checks')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('document_json', text, (c) => c.notNull())
      .addColumn('secrets', text)
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('modified_at', bigint, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'health_checks', {
      health_checks_by_zone: ['zone_id', 'created_at', 'id'],
      health_checks_by_account: ['account_id', 'id'],
    });

    await db.schema
      .createTable('health_check_probes')
      .addColumn('health_check_id', text, (c) =>
        c.primaryKey().references('health_checks.id').onDelete('cascade'),
      )
      .addColumn('revision', text, (c) => c.notNull())
      .addColumn('next_at', bigint, (c) => c.notNull())
      .addColumn('healthy', 'integer')
      .addColumn('passes', bigint, (c) => c.notNull())
      .addColumn('failures', bigint, (c) => c.notNull())
      .addColumn('failure_reason', text, (c) => c.notNull())
      .addColumn('incident_id', text)
      .execute();
    await createIndexes(db, 'health_check_probes', {
      health_check_probes_by_time: ['next_at', 'health_check_id'],
    });

    await db.schema
      .createTable('health_check_events')
      .addColumn('seq', bigint, sequence)
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('health_check_id', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('address', text, (c) => c.notNull())
      .addColumn('was_healthy', 'integer')
      .addColumn('healthy', 'integer', (c) => c.notNull())
      .addColumn('failure_reason', text, (c) => c.notNull())
      .addColumn('response_code', 'integer')
      .addColumn('round_trip_ms', 'double precision', (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'health_check_events', {
      health_check_events_by_zone: ['zone_id', 'seq'],
      health_check_events_by_time: ['created_at'],
    });

    await db.schema
      .createTable('health_check_previews')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('document_json', text, (c) => c.notNull())
      .addColumn('secrets', text)
      .addColumn('healthy', 'integer')
      .addColumn('failure_reason', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'health_check_previews', {
      health_check_previews_by_zone: ['zone_id', 'created_at'],
    });
  },
};
