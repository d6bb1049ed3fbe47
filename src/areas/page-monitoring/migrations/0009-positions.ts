import type { Migration } from '../../../storage/migrator.ts';

/** One row for each stream instead of one for each message, of which there are millions in a week. */
export const pagePositions: Migration = {
  name: 'page-monitoring/0009-positions',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('page_positions')
      .addColumn('topic', text, (c) => c.notNull())
      .addColumn('stream', text, (c) => c.notNull())
      .addColumn('number', bigint, (c) => c.notNull())
      .addColumn('taken_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('page_positions_key', ['topic', 'stream'])
      .execute();
    await db.schema.dropTable('page_messages').execute();
  },
};
