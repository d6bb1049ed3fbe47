import { sql } from 'kysely';
import type { Migration } from '../../../storage/migrator.ts';

/** `is_copy` is stored beside the key, so that an index finds the one script that represents a million copies. */
export const pageScriptCopies: Migration = {
  name: 'page-monitoring/0007-script-copies',
  async up(db) {
    await db.schema
      .alterTable('page_scripts')
      .addColumn('is_copy', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
    await sql`
      update page_scripts set is_copy = 1
      where item_id in (select id from page_items where (class & 8) <> 0)`.execute(db);
    await db.schema
      .createIndex('page_scripts_by_standing')
      .on('page_scripts')
      .columns(['copy_key', 'is_copy'])
      .execute();
    await db.schema.dropIndex('page_scripts_by_copy').execute();
  },
};
