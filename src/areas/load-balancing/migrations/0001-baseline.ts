import type { CreateTableBuilder } from 'kysely';
import type { ColumnTypes } from '../../../storage/dialect.ts';
import { createIndexes, type Migration } from '../../../storage/migrator.ts';

/**
 * A pool, monitor or group of monitors that something refers to cannot be deleted: those references have no cascade. Only the
 * deletion of a zone or an account deletes what belongs to it. Health is deleted with its pool; health events stay as long as the
 * account exists.
 */
export const loadBalancingBaseline: Migration = {
  name: 'load-balancing/0001-baseline',
  async up(db, columns) {
    const { text, bigint, sequence } = columns;
    await withDocument(db.schema.createTable('monitors'), columns)
      .addColumn('description', text, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'monitors', {
      monitors_by_account: ['account_id', 'created_at', 'id'],
    });

    await withDocument(db.schema.createTable('monitor_groups'), columns)
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('member_times_json', text, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'monitor_groups', {
      monitor_groups_by_account: ['account_id', 'created_at', 'id'],
    });

    await db.schema
      .createTable('monitor_group_members')
      .addColumn('group_id', text, (c) =>
        c.notNull().references('monitor_groups.id').onDelete('cascade'),
      )
      .addColumn('monitor_id', text, (c) => c.notNull().references('monitors.id'))
      .addPrimaryKeyConstraint('monitor_group_members_key', ['group_id', 'monitor_id'])
      .execute();
    await createIndexes(db, 'monitor_group_members', {
      monitor_group_members_by_monitor: ['monitor_id'],
    });

    await withDocument(db.schema.createTable('pools'), columns)
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('monitor_id', text, (c) => c.references('monitors.id'))
      .addColumn('notification_email', text, (c) => c.notNull())
      .addColumn('disabled_json', text, (c) => c.notNull())
      .addColumn('monitor_group_id', text, (c) => c.references('monitor_groups.id'))
      .addUniqueConstraint('pools_name', ['account_id', 'name'])
      .execute();
    await createIndexes(db, 'pools', {
      pools_by_monitor: ['monitor_id'],
      pools_by_monitor_group: ['monitor_group_id'],
    });

    await withDocument(db.schema.createTable('load_balancers'), columns)
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('name', text, (c) => c.notNull())
      .addUniqueConstraint('load_balancers_name', ['zone_id', 'name'])
      .execute();
    await createIndexes(db, 'load_balancers', {
      load_balancers_by_account: ['account_id', 'name'],
    });

    await db.schema
      .createTable('load_balancer_pools')
      .addColumn('load_balancer_id', text, (c) =>
        c.notNull().references('load_balancers.id').onDelete('cascade'),
      )
      .addColumn('pool_id', text, (c) => c.notNull().references('pools.id'))
      .addPrimaryKeyConstraint('load_balancer_pools_key', ['load_balancer_id', 'pool_id'])
      .execute();
    await createIndexes(db, 'load_balancer_pools', { load_balancer_pools_by_pool: ['pool_id'] });

    await db.schema
      .createTable('pool_probes')
      .addColumn('pool_id', text, (c) => c.primaryKey().references('pools.id').onDelete('cascade'))
      .addColumn('config', text, (c) => c.notNull())
      .addColumn('healthy', 'integer')
      .addColumn('next_at', bigint, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'pool_probes', { pool_probes_by_time: ['next_at', 'pool_id'] });

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
    await createIndexes(db, 'health_events', {
      health_events_by_account: ['account_id', 'seq'],
      health_events_by_time: ['created_at'],
    });

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
    await createIndexes(db, 'health_previews', {
      health_previews_by_account: ['account_id', 'created_at'],
    });

    await db.schema
      .createTable('health_incidents')
      .addColumn('pool_id', text, (c) =>
        c.notNull().references('pool_probes.pool_id').onDelete('cascade'),
      )
      .addColumn('origin_key', text, (c) => c.notNull())
      .addColumn('incident_id', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('health_incidents_key', ['pool_id', 'origin_key'])
      .execute();

    await db.schema
      .createTable('member_health')
      .addColumn('pool_id', text, (c) =>
        c.notNull().references('pool_probes.pool_id').onDelete('cascade'),
      )
      .addColumn('monitor_id', text, (c) => c.notNull())
      .addColumn('config', text, (c) => c.notNull())
      .addColumn('next_at', bigint, (c) => c.notNull())
      .addColumn('origins_json', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('member_health_key', ['pool_id', 'monitor_id'])
      .execute();

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

/** The columns of every resource. */
function withDocument(table: CreateTableBuilder<string>, { text, bigint }: ColumnTypes) {
  return table
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('account_id', text, (c) => c.notNull().references('accounts.id').onDelete('cascade'))
    .addColumn('document_json', text, (c) => c.notNull())
    .addColumn('created_at', bigint, (c) => c.notNull())
    .addColumn('modified_at', bigint, (c) => c.notNull());
}
