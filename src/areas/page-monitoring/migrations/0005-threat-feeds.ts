import type { Migration } from '../../../storage/migrator.ts';

/**
 * Entries have no foreign key to their feed: a feed is removed at once, its million entries in small steps. The
 * key of entries serves lookups in current feeds and the removal of entries of a retired one.
 */
export const threatFeeds: Migration = {
  name: 'page-monitoring/0005-threat-feeds',
  async up(db, { text, bigint, sequence }) {
    await db.schema
      .createTable('threat_feeds')
      .addColumn('id', bigint, (c) => sequence(c))
      .addColumn('name', text, (c) => c.notNull())
      .addColumn('state', text, (c) => c.notNull())
      .addColumn('source', text, (c) => c.notNull())
      .addColumn('format', text, (c) => c.notNull())
      .addColumn('entries', bigint, (c) => c.notNull())
      .addColumn('content_hash', text, (c) => c.notNull())
      .addColumn('imported_at', bigint, (c) => c.notNull())
      .addColumn('imported_by', text, (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('threat_entries')
      .addColumn('feed_id', bigint, (c) => c.notNull())
      .addColumn('value', text, (c) => c.notNull())
      .addColumn('categories', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('threat_entries_key', ['feed_id', 'value'])
      .execute();
  },
};
