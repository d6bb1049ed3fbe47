import type { Migration } from '../../../storage/migrator.ts';

export const urlNormalizationTable: Migration = {
  name: 'platform/0002-url-normalizations',
  async up(db, { text }) {
    await db.schema
      .createTable('url_normalizations')
      .addColumn('zone_id', text, (c) => c.primaryKey().references('zones.id').onDelete('cascade'))
      .addColumn('type', text, (c) => c.notNull())
      .addColumn('scope', text, (c) => c.notNull())
      .addColumn('ambiguous_paths', text, (c) => c.notNull())
      .execute();
  },
};
