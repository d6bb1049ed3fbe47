import type { Migration } from '../../../storage/migrator.ts';

/** Settings that have had an effect on other areas once, whatever their value is now. */
export const platformSettingTraces: Migration = {
  name: 'platform/0003-setting-traces',
  async up(db, { text }) {
    await db.schema
      .createTable('zone_setting_traces')
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('id', text, (c) => c.notNull())
      .addPrimaryKeyConstraint('zone_setting_traces_key', ['zone_id', 'id'])
      .execute();
  },
};
