import type { Migration } from '../../../storage/migrator.ts';

/** A monitor in a group, and a group of a pool, cannot be deleted: those references have no cascade. */
export const monitorGroups: Migration = {
  name: 'load-balancing/0004-monitor-groups',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('monitor_groups')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('account_id', text, (c) =>
        c.notNull().references('accounts.id').onDelete('cascade'),
      )
      .addColumn('document_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('modified_at', bigint, (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('member_times_json', text, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('monitor_groups_by_account')
      .on('monitor_groups')
      .columns(['account_id', 'created_at', 'id'])
      .execute();

    await db.schema
      .createTable('monitor_group_members')
      .addColumn('group_id', text, (c) =>
        c.notNull().references('monitor_groups.id').onDelete('cascade'),
      )
      .addColumn('monitor_id', text, (c) => c.notNull().references('monitors.id'))
      .addPrimaryKeyConstraint('monitor_group_members_key', ['group_id', 'monitor_id'])
      .execute();
    await db.schema
      .createIndex('monitor_group_members_by_monitor')
      .on('monitor_group_members')
      .columns(['monitor_id'])
      .execute();

    await db.schema
      .alterTable('pools')
      .addColumn('monitor_group_id', text, (c) => c.references('monitor_groups.id'))
      .execute();
    await db.schema
      .createIndex('pools_by_monitor_group')
      .on('pools')
      .columns(['monitor_group_id'])
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
  },
};
