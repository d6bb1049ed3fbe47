import type { Migration } from '../../../storage/migrator.ts';

export const pagePolicyTables: Migration = {
  name: 'page-monitoring/0001-policy-tables',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('page_settings')
      .addColumn('zone_id', text, (c) => c.primaryKey().references('zones.id').onDelete('cascade'))
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('shared_endpoint', 'integer', (c) => c.notNull())
      .addColumn('connection_paths', 'integer', (c) => c.notNull())
      .addColumn('updated_at', bigint, (c) => c.notNull())
      .execute();

    await db.schema
      .createTable('page_policies')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('position', 'integer', (c) => c.notNull())
      .addColumn('description', text, (c) => c.notNull())
      .addColumn('action', text, (c) => c.notNull())
      .addColumn('expression', text, (c) => c.notNull())
      .addColumn('value', text, (c) => c.notNull())
      .addColumn('enabled', 'integer', (c) => c.notNull())
      .addColumn('enabled_as_text', 'integer', (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addUniqueConstraint('page_policies_order', ['zone_id', 'position'])
      .execute();
  },
};
