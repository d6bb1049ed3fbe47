import type { Migration } from '../../../storage/migrator.ts';

export const firewallMigrationBaseline: Migration = {
  name: 'firewall-migration/0001-baseline',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('firewall_migrations')
      .addColumn('zone_id', text, (c) => c.primaryKey().references('zones.id').onDelete('cascade'))
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('changed_at', bigint, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('firewall_comparisons')
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('kind', text, (c) => c.notNull())
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('requests', bigint, (c) => c.notNull())
      .addColumn('alone', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('firewall_comparisons_key', ['zone_id', 'kind', 'name'])
      .execute();
  },
};
