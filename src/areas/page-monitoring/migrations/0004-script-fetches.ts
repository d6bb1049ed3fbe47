import type { Migration } from '../../../storage/migrator.ts';

export const pageScriptFetches: Migration = {
  name: 'page-monitoring/0004-script-fetches',
  async up(db, { text, bigint }) {
    await db.schema.alterTable('page_items').addColumn('fetch_at', bigint).execute();
    await db.schema
      .createIndex('page_items_by_fetch')
      .on('page_items')
      .columns(['fetch_at'])
      .execute();
    await db.schema.alterTable('page_scripts').addColumn('reasons_json', text).execute();
  },
};
