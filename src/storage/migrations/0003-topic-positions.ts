import type { Migration } from '../migrator.ts';

/** A row for each stream of a topic instead of one for each message, of which there are millions in a week. */
export const topicPositions: Migration = {
  name: 'storage/0003-topic-positions',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('topic_positions')
      .addColumn('consumer', text, (c) => c.notNull())
      .addColumn('topic', text, (c) => c.notNull())
      .addColumn('stream', text, (c) => c.notNull())
      .addColumn('number', bigint, (c) => c.notNull())
      .addColumn('taken_at', bigint, (c) => c.notNull())
      .addPrimaryKeyConstraint('topic_positions_key', ['consumer', 'topic', 'stream'])
      .execute();
  },
};
