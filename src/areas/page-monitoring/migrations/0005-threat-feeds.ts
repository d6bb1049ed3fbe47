import type { Migration } from '../../../storage/migrator.ts';

/**
 * Entries do not refer to their feed: a feed is gone at once, its million entries little by little. Their
 * key serves both, to look values up in the feeds that count and to remove those of one that does not.
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
