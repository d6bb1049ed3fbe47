import type { Migration } from '../../../storage/migrator.ts';

/** Health is deleted with its pool. Health events stay as long as the account exists. */
export const healthTables: Migration = {
  name: 'load-balancing/0002-health-tables',
  async up(db, { text, bigint, sequence }) {
    await db.schema
      .createTable('pool_probes')
      .addColumn('pool_id', text, (c) => c.primaryKey().references('pools.id').onDelete('cascade'))
      .addColumn('config', text, (c) => c.notNull())
      .addColumn('healthy', 'integer')
      .addColumn('next_at', bigint, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('pool_probes_by_time')
      .on('pool_probes')
      .columns(['next_at', 'pool_id'])
      .execute();

    await db.schema
      .createTable('origin_health')
      .addColumn('pool_id', text, (c) =>
        c.notNull().references('pool_probes.pool_id').onDelete('cascade'),
      )
      .addColumn('origin_key', text, (c) => c.notNull())
      .addColumn('healthy', 'integer')
      .addColumn('passes', bigint, (c) => c.notNull())
      .addColumn('failures', bigint, (c) => c.notNull())
      .addColumn('failure_reason', text, (c) => c.notNull())
      .addColumn('response_code', 'integer')
      .addColumn('round_trip_ms', 'double precision', (c) => c.notNull())
      .addColumn('average_ms', 'double precision')
      .addColumn('told_ms', 'double precision')
      .addPrimaryKeyConstraint('origin_health_key', ['pool_id', 'origin_key'])
      .execute();

    await db.schema
      .createTable('health_events')
      .addColumn('seq', bigint, sequence)
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('pool_id', text, (c) => c.notNull())
      .addColumn('pool_name', text, (c) => c.notNull())
      .addColumn('minimum_origins', bigint, (c) => c.notNull())
      .addColumn('was_healthy', 'integer')
      .addColumn('healthy', 'integer')
      .addColumn('created_at', bigint, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('health_events_by_account')
      .on('health_events')
      .columns(['account_id', 'seq'])
      .execute();
    await db.schema
      .createIndex('health_events_by_time')
      .on('health_events')
      .columns(['created_at'])
      .execute();

    await db.schema
      .createTable('health_event_origins')
      .addColumn('event_seq', bigint, (c) =>
        c.notNull().references('health_events.seq').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('address', text, (c) => c.notNull())
      .addColumn('was_healthy', 'integer')
      .addColumn('healthy', 'integer')
      .addColumn('failure_reason', text, (c) => c.notNull())
      .addColumn('response_code', 'integer')
      .addColumn('round_trip_ms', 'double precision', (c) => c.notNull())
      .addPrimaryKeyConstraint('health_event_origins_key', ['event_seq', 'position'])
      .execute();

    await db.schema
      .createTable('health_previews')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('monitor_json', text, (c) => c.notNull())
      .addColumn('pools_json', text, (c) => c.notNull())
      .addColumn('results_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('health_previews_by_account')
      .on('health_previews')
      .columns(['account_id', 'created_at'])
      .execute();
  },
};
