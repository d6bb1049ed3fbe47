import { createIndexes, type Migration } from '../../../storage/migrator.ts';

/** Live streams that nobody has opened yet. */
export const logpushLiveStreams: Migration = {
  name: 'logpush/0005-live-streams',
  async up(db, { text, bigint }) {
    await db.schema
      .createTable('logpush_live_streams')
      .addColumn('secret_hash', text, (c) => c.primaryKey())
      .addColumn('zone_id', text, (c) => c.notNull().references('zones.id').onDelete('cascade'))
      .addColumn('token_id', text)
      .addColumn('document_json', text, (c) => c.notNull())
      .addColumn('created_at', bigint, (c) => c.notNull())
      .execute();
    await createIndexes(db, 'logpush_live_streams', {
      logpush_live_streams_by_zone: ['zone_id', 'created_at'],
    });
  },
};
