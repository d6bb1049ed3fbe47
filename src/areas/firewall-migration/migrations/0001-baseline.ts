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
  },
};
