import type { Migration } from '../../../storage/migrator.ts';

export const zoneSettingTables: Migration = {
  name: 'platform/0003-zone-settings',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('zone_settings')
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('id', text, (c) => c.notNull())
      .addColumn('value_json', text, (c) => c.notNull())
      .addColumn('modified_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('zone_settings_key', ['zone_id', 'id'])
      .execute();
    await db.schema
      .createTable('zone_subscriptions')
      .addColumn('zone_id', text, (c) => c.primaryKey().references('zones.id').onDelete('cascade'))
      .addColumn('frequency', text, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('zone_holds')
      .addColumn('zone_id', text, (c) => c.primaryKey().references('zones.id').onDelete('cascade'))
      .addColumn('include_subdomains', 'integer', (c) => c.notNull())
      .addColumn('hold_after', bigint)
      .execute();
  },
};
