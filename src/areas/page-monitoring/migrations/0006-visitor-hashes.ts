import type { Migration } from '../../../storage/migrator.ts';

export const pageVisitorHashes: Migration = {
  name: 'page-monitoring/0006-visitor-hashes',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('page_visitor_hashes')
      .addColumn('item_id', text, (c) =>
        c.notNull().references('page_items.id').onDelete('cascade'),
      )
      .addColumn('hash', text, (c) => c.notNull())
      .addColumn('seen_at', bigint, (c) => c.notNull())
      .addColumn('is_told', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('page_visitor_hashes_key', ['item_id', 'hash'])
      .execute();
    await db.schema
      .createIndex('page_visitor_hashes_by_time')
      .on('page_visitor_hashes')
      .columns(['seen_at'])
      .execute();
  },
};
