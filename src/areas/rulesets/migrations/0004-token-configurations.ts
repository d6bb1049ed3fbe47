import type { Migration } from '../../../storage/migrator.ts';

export const tokenConfigurationTable: Migration = {
  name: 'rulesets/0004-token-configurations',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('token_configurations')
      .addColumn('id', text, (c) => c.primaryKey())
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('document_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .addColumn('modified_at', bigint, (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex('token_configurations_by_zone')
      .on('token_configurations')
      .columns(['zone_id', 'created_at', 'id'])
      .execute();
  },
};
