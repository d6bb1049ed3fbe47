import type { CreateTableBuilder } from 'kysely';
import type { ColumnTypes } from '../../../storage/dialect.ts';
import type { Migration } from '../../../storage/migrator.ts';

/**
 * A pool or monitor that something refers to cannot be deleted: those references have no cascade. Only the
 * deletion of a zone or an account deletes what belongs to it.
 */
export const loadBalancingTables: Migration = {
  name: 'load-balancing/0001-load-balancing-tables',
  async up(db, columns) {
    const { text } = columns;
    await withDocument(db.schema.createTable('monitors'), columns)
      .addColumn('description', text, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('monitors_by_account')
      .on('monitors')
      .columns(['account_id', 'created_at', 'id'])
      .execute();

    await withDocument(db.schema.createTable('pools'), columns)
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('monitor_id', text, (c) => c.references('monitors.id'))
      .addColumn('notification_email', text, (c) => c.notNull())
      .addColumn('disabled_json', text, (c) => c.notNull())
      .addUniqueConstraint('pools_name', ['account_id', 'name'])
      .execute();
    await db.schema.createIndex('pools_by_monitor').on('pools').columns(['monitor_id']).execute();

    await withDocument(db.schema.createTable('load_balancers'), columns)
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('name', text, (c) => c.notNull())
      .addUniqueConstraint('load_balancers_name', ['zone_id', 'name'])
      .execute();
    await db.schema
      .createIndex('load_balancers_by_account')
      .on('load_balancers')
      .columns(['account_id', 'name'])
      .execute();

    await db.schema
      .createTable('load_balancer_pools')
      .addColumn('load_balancer_id', text, (c) =>
        c.notNull().references('load_balancers.id').onDelete('cascade'),
      )
      .addColumn('pool_id', text, (c) => c.notNull().references('pools.id'))
      .addPrimaryKeyConstraint('load_balancer_pools_key', ['load_balancer_id', 'pool_id'])
      .execute();
    await db.schema
      .createIndex('load_balancer_pools_by_pool')
      .on('load_balancer_pools')
      .columns(['pool_id'])
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
